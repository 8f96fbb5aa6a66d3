"""A small accessibility audit, run inside the page: names, labels, headings, and WCAG's contrast of 4.5 to 1."""

UNREADABLE = """() => {
  const wrong = [];
  const rgb = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [...numbers.slice(0, 3).map((one) => one * scale), numbers[3] ?? 1];
  };
  const linear = (one) => (one <= 10.02 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const aside = '.hidden, .skip, script, noscript, svg, option';
  const over = (top, under) => [0, 1, 2].map((at) => top[at] * top[3] + under[at] * (1 - top[3])).concat(1);
  const background = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) layers.push(rgb(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility({ opacityProperty: true }) || one.closest(aside)) continue;
    const back = background(one);
    const [a, b] = [light(over(rgb(getComputedStyle(one).color), back)), light(back)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) wrong.push(`contrast ${contrast.toFixed(2)}: ${node.data.trim().slice(0, 40)}`);
  }
  document.querySelectorAll('input:not([type=hidden]), select, textarea').forEach((one) => {
    if (!one.labels.length && !one.getAttribute('aria-label')) wrong.push(`no label: ${one.name}`);
  });
  document.querySelectorAll('a, button').forEach((one) => {
    const name = one.getAttribute('aria-label') || one.textContent;
    if (!name.trim()) wrong.push(`no name: ${one.outerHTML.slice(0, 80)}`);
  });
  if (document.querySelector('svg:not([aria-hidden]):not([aria-label])')) wrong.push('a picture without words');
  for (const name of ['h1', 'main', 'html[lang]', 'title'])
    if (document.querySelectorAll(name).length !== 1) wrong.push(`not exactly one ${name}`);
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  ids.filter((id, at) => ids.indexOf(id) !== at).forEach((id) => wrong.push(`id twice: ${id}`));
  return wrong;
}"""
