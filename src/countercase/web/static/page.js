// Follows jobs, swaps in their results, and helps with facts and the tree. Every page also works without it.
"use strict";

async function swap(url) {
  const answer = await fetch(url, { credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const zoom = document.querySelector("#tree")?.dataset.size;
  document.title = fresh.title;
  document.querySelector("#content").replaceWith(fresh.querySelector("#content"));
  if (answer.url !== location.href) history.replaceState(null, "", answer.url);
  if (zoom && document.querySelector("#tree")) document.querySelector("#tree").dataset.size = zoom;
  begin();
}

function follow(box) {
  const events = new EventSource(`/api/v1/jobs/${box.dataset.job}/events`);
  const bar = box.querySelector("progress");
  let swapping = false;
  events.addEventListener("progress", (event) => {
    const { text, done, total, refresh } = JSON.parse(event.data);
    if (box.querySelector(".job-text")) box.querySelector(".job-text").textContent = text;
    if (bar && total) { bar.max = total; bar.value = done; } else if (bar) bar.removeAttribute("value");
    if (refresh && box.dataset.swap === "yes") refreshTree();
  });
  events.addEventListener("end", (event) => {
    events.close();
    const job = JSON.parse(event.data);
    if (swapping) return;
    swapping = true;
    if (box.dataset.swap === "yes") swap(job.state === "done" && job.location && !("stay" in box.dataset) ? job.location : location.href);
    else if (job.state === "done") location.replace(job.location || "/");
    else location.reload();
  });
}

async function refreshTree() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#tree");
  const shown = document.querySelector("#tree");
  if (!fresh) return;
  if (shown) { shown.replaceChildren(...fresh.childNodes); tree(shown); }
}

// A mark in the narrative and its row on the sheet are highlighted together.
function linkFacts() {
  const light = (number, on) => document.querySelectorAll(`[data-fact="${number}"]`).forEach((one) => one.classList.toggle("lit", on));
  document.querySelectorAll("[data-fact]").forEach((one) => {
    for (const [name, on] of [["pointerenter", true], ["pointerleave", false], ["focusin", true], ["focusout", false]])
      one.addEventListener(name, () => light(one.dataset.fact, on));
  });
  document.querySelectorAll("mark.fact a").forEach((link) => link.addEventListener("click", () => {
    const row = document.querySelector(link.getAttribute("href"));
    if (row) { row.querySelector("details").open = true; row.querySelector("summary").focus(); }
  }));
}

// Words selected in the narrative become the span of an added fact.
function watchSelection() {
  const text = document.querySelector("#narrative");
  const said = document.querySelector("[data-selected]");
  if (!text || !said) return;
  document.addEventListener("selectionchange", () => {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed || !text.contains(chosen.anchorNode) || !text.contains(chosen.focusNode)) return;
    const range = chosen.getRangeAt(0);
    const before = range.cloneRange();
    before.selectNodeContents(text);
    before.setEnd(range.startContainer, range.startOffset);
    // offsets count code points, as Python does
    const start = [...before.toString()].length;
    const words = [...range.toString()].length;
    document.querySelectorAll(".span-start").forEach((field) => { field.value = start; });
    document.querySelectorAll(".span-end").forEach((field) => { field.value = start + words; });
    said.textContent = `Stated as “${range.toString().slice(0, 80)}”.`;
  });
}

function tree(box) {
  box.querySelectorAll(".fold").forEach((button) => button.addEventListener("click", () => fold(button, button.getAttribute("aria-expanded") === "true")));
}

function fold(button, closed) {
  button.setAttribute("aria-expanded", String(!closed));
  button.closest("li").classList.toggle("folded", closed);
}

function treeTools() {
  const box = document.querySelector("#tree");
  if (!box) return;
  tree(box);
  box.querySelectorAll("[data-start-folded]").forEach((button) => fold(button, true));
  const resize = (by) => { box.dataset.size = Math.min(5, Math.max(1, Number(box.dataset.size) + by)); };
  document.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () => resize(Number(button.dataset.zoom))));
  box.addEventListener("wheel", (event) => { if (event.ctrlKey) { event.preventDefault(); resize(event.deltaY < 0 ? 1 : -1); } }, { passive: false });
  box.addEventListener("keydown", (event) => {
    const node = event.target.closest(".node");
    if (!node) return;
    const all = [...box.querySelectorAll(".node")].filter((one) => one.offsetParent);
    const at = all.indexOf(node);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); all[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus(); }
    const button = node.parentElement.querySelector(".fold");
    if (button && (event.key === "ArrowLeft" || event.key === "ArrowRight")) { event.preventDefault(); fold(button, event.key === "ArrowLeft"); }
  });
  document.querySelector("[data-fold-all]")?.addEventListener("click", (event) => {
    const open = box.querySelectorAll('.fold[aria-expanded="true"]').length > 0;
    box.querySelectorAll(".fold").forEach((button) => fold(button, open));
    event.target.textContent = open ? "Unfold all" : "Fold all";
  });
}

// Copies a citation to the clipboard.
function copyButtons() {
  document.querySelectorAll("button[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  });
}

function submitOnChange() {
  document.querySelectorAll("select[data-submit]").forEach((select) => {
    select.form.querySelector("button").hidden = true;
    select.addEventListener("change", () => select.form.requestSubmit());
  });
}

function dropFiles() {
  document.querySelectorAll("[data-drop]").forEach((form) => {
    form.addEventListener("dragover", (event) => event.preventDefault());
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      form.querySelector("input[type=file]").files = event.dataTransfer.files;
      form.requestSubmit();
    });
  });
}

// Turns the page of the PDF without reloading the text.
function turnPages() {
  const picture = document.querySelector("[data-page-now]");
  if (!picture) return;
  const wrong = document.querySelector("[data-page-wrong]");
  const failed = async () => { wrong.textContent = await (await fetch(picture.src, { credentials: "same-origin" })).text(); picture.hidden = true; };
  const show = (number) => {
    const page = Math.min(Number(picture.dataset.pages), Math.max(1, number));
    picture.dataset.pageNow = page;
    picture.hidden = false;
    wrong.textContent = "";
    picture.src = `/page-images/${page}/${picture.dataset.case}`;
    picture.alt = `Page ${page} of the PDF; its words are in the text`;
    document.querySelector("[data-page-name]").textContent = `Page ${page}`;
  };
  picture.addEventListener("error", failed);
  if (picture.complete && !picture.naturalWidth) failed();
  const wide = matchMedia("(min-width: 60rem)");
  picture.closest("details").open = wide.matches || location.hash === "#page";
  document.querySelectorAll("[data-page], [data-page-step]").forEach((link) => link.addEventListener("click", (event) => {
    picture.closest("details").open = true;
    if (wide.matches || link.dataset.pageStep) event.preventDefault();
    show(link.dataset.page ? Number(link.dataset.page) : Number(picture.dataset.pageNow) + Number(link.dataset.pageStep));
  }));
}

// A refused form keeps what was typed and shows the reason above its buttons.
function stayOnForms() {
  document.querySelectorAll('form[method="post"]:not([data-plain])').forEach((form) => form.addEventListener("submit", async (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const buttons = [...form.querySelectorAll("button")];
    const body = new FormData(form, event.submitter);
    const plain = form.enctype === "multipart/form-data" ? body : new URLSearchParams(body);
    buttons.forEach((button) => { button.disabled = true; });
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body: plain, credentials: "same-origin" });
      if (answer.redirected) { leave(answer.url); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      complain(form, page.querySelector('[role="alert"]')?.textContent || page.body.textContent.trim().slice(0, 300));
    } catch {
      complain(form, "The page does not answer. Is countercase serve still running?");
    }
    buttons.forEach((button) => { button.disabled = false; });
  }));
}

// Saves each score when it is clicked.
function keepScores() {
  document.querySelectorAll("form[data-keep]").forEach((form) => {
    const said = form.querySelector("[data-kept]");
    let last = Promise.resolve();
    form.addEventListener("change", () => {
      const body = new URLSearchParams(new FormData(form));
      body.set("stay", "yes");
      last = last.then(() => fetch(form.getAttribute("action"), { method: "POST", body, credentials: "same-origin" }))
        .then((answer) => { said.textContent = answer.ok ? "Saved." : "Not saved. Reload the page."; })
        .catch(() => { said.textContent = "Not saved: the page does not answer."; });
    });
  });
}

// Saves the edited memo before it is downloaded or checked.
function keepMemo() {
  const form = document.querySelector("form[data-memo]");
  if (!form) return;
  const text = form.querySelector("textarea");
  let kept = text.value;
  document.querySelectorAll("[data-keeps-first]").forEach((control) => control.addEventListener("click", async (event) => {
    if (text.value === kept) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const body = new URLSearchParams(new FormData(form));
    body.set("action", "keep");
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, credentials: "same-origin" });
      if (!answer.ok) throw new Error();
    } catch {
      complain(form, "Not saved: the page does not answer.");
      return;
    }
    kept = text.value;
    const copy = control.form?.querySelector("input[name=text]");
    if (copy) copy.value = kept;
    control.click();
  }));
  addEventListener("beforeunload", (event) => { if (text.isConnected && text.value !== kept) event.preventDefault(); });
  form.addEventListener("submit", () => { kept = text.value; });
}

// Choosing a file also selects the option it belongs to.
function chooseWithFile() {
  document.querySelectorAll("[data-chooses]").forEach((field) => field.addEventListener("change", () => {
    const option = field.form.querySelector(`input[type=radio][value="${field.dataset.chooses}"]`);
    if (option) option.checked = true;
  }));
}

function leave(url) {
  const here = location.href.split("#")[0] === url.split("#")[0];
  location.href = url;
  if (here) location.reload();
}

function complain(form, words) {
  let said = form.querySelector(":scope > .refused");
  if (!said) {
    said = document.createElement("p");
    said.className = "wrong refused";
    said.setAttribute("role", "alert");
    form.append(said);
  }
  said.textContent = words;
  said.scrollIntoView({ block: "nearest" });
}

// j and k go through the list, Enter opens, e goes to the words to edit, ? shows the keys.
const KEYS = [["j", "next in the list"], ["k", "previous in the list"], ["Enter", "open it"], ["e", "edit or search"], ["1 – 5", "the steps of the matter"], ["?", "these keys"], ["Esc", "close"]];

function shortcuts() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") document.querySelector("#keys")?.close();
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const items = [...document.querySelectorAll("[data-item]")].filter((one) => one.checkVisibility());
    const at = items.findIndex((one) => one.classList.contains("at"));
    if (event.key === "j" || event.key === "k") {
      const next = items[Math.min(items.length - 1, Math.max(0, at + (event.key === "j" ? 1 : -1)))];
      if (!next) return;
      items[at]?.classList.remove("at");
      next.classList.add("at");
      (next.querySelector("[data-open], h3 a, a") || next).focus({ preventScroll: true });
      next.scrollIntoView({ block: "center" });
    } else if (event.key === "e") {
      const field = document.querySelector("#content textarea, #content input[type=search], #content input:not([type=hidden])");
      const folded = field?.closest("details:not([open])");
      if (folded) folded.open = true;
      if (field) { event.preventDefault(); field.focus(); }
    } else if (event.key === "?") showKeys();
    else if (/^[1-5]$/.test(event.key)) document.querySelectorAll(".tabs a")[Number(event.key) - 1]?.click();
  });
}

function showKeys() {
  let box = document.querySelector("#keys");
  if (!box) {
    box = document.createElement("dialog");
    box.id = "keys";
    box.setAttribute("aria-label", "Keys");
    const list = document.createElement("dl");
    for (const [key, words] of KEYS) {
      const term = document.createElement("dt"), said = document.createElement("dd"), shown = document.createElement("kbd");
      shown.textContent = key;
      term.append(shown);
      said.textContent = words;
      list.append(term, said);
    }
    const close = document.createElement("button");
    close.textContent = "Close";
    close.className = "second";
    close.addEventListener("click", () => box.close());
    box.append(list, close);
    document.body.append(box);
  }
  if (!box.open) box.showModal();
}

function begin() {
  document.querySelectorAll("[data-job]").forEach((box) => { if (box.querySelector("progress")) follow(box); });
  document.querySelectorAll("form[data-confirm]").forEach((form) => form.addEventListener("submit", (event) => { if (!confirm(form.dataset.confirm)) event.preventDefault(); }));
  linkFacts();
  watchSelection();
  treeTools();
  dropFiles();
  submitOnChange();
  copyButtons();
  turnPages();
  stayOnForms();
  keepScores();
  chooseWithFile();
  keepMemo();
}

begin();
shortcuts();
if (document.body.hasAttribute("data-print")) addEventListener("load", () => print());
