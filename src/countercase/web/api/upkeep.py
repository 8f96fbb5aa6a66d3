"""The opened workspace: its health, new cases by upload, and its index."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from countercase.assemble.installed import examine, examine_workspace, index_state
from countercase.web.forms import Bench
from countercase.web.security import Policy
from countercase.web.upkeep_jobs import start_index, start_ingest

router = APIRouter(tags=["version 1"])
# A page of another site can send a form, but not with a header of its own: a browser would ask us first.
HEADER = "x-countercase"
_UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "One PDF, text or HTML file"}
                    },
                }
            }
        },
    },
    "parameters": [
        {"in": "header", "name": HEADER, "required": True, "schema": {"type": "string"}, "description": "Any value"}
    ],
}


@router.get("/doctor")
def doctor(request: Request, bench: Bench) -> dict[str, Any]:
    """What is installed and set, what would leave the machine, the workspace's state; answers this machine only."""
    policy: Policy = request.app.state.policy
    if not policy.local:
        raise HTTPException(403, "This is told only where the page serves this machine alone. Run: countercase doctor")
    held = {**examine_workspace(bench.product), "folder": bench.product.folder.name}
    return {**examine(bench.product.settings), "workspace": held}


@router.post("/ingest", status_code=202, openapi_extra=_UPLOAD)
async def ingest(request: Request, bench: Bench) -> dict[str, Any]:
    """Read an uploaded judgment into the opened workspace; the answer is the job. Needs the header X-Countercase."""
    if HEADER not in request.headers:
        raise HTTPException(403, "Send the header X-Countercase (any value), so that no other site can upload here.")
    async with request.form(max_files=1, max_fields=0) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise HTTPException(422, "body.file: send one file as multipart/form-data.")
        content, name = await file.read(), file.filename
    return start_ingest(bench, name, content).as_record()


@router.get("/index")
def state(bench: Bench) -> dict[str, str]:
    """Whether the index is up to date or older than the cases."""
    return {"index": index_state(bench.product)}


@router.post("/index", status_code=202)
def index(bench: Bench) -> dict[str, Any]:
    """Build or refresh every index of the opened workspace; the answer is the job."""
    return start_index(bench).as_record()
