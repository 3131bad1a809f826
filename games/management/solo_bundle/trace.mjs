// Plays games in Pyodide and prints the files of all modules that were imported: node trace.mjs PYODIDE PROJECT PACKAGES TEXTS

import {pathToFileURL} from "node:url";

const [pyodide, project, packages, texts] = process.argv.slice(2);

const EMPTY_ARCHIVE = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
const PLAY = `
import json, sys
sys.path[:0] = ["/project", "/packages"]
from games.solo import texts
texts.set_up("/texts", "en")
from games.management.solo_bundle.playing import play_everything
play_everything("/texts")
json.dumps([module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)])
`;

async function traced() {
  const {loadPyodide} = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({indexURL: `${pyodide}/`});
  for (const [path, folder] of Object.entries({"/project": project, "/packages": packages, "/texts": texts})) {
    python.FS.mkdirTree(path);
    python.mountNodeFS(path, folder);
  }
  python.unpackArchive(EMPTY_ARCHIVE, "zip", {extractDir: "/unpacked"}); // as the worker does
  return python.runPython(PLAY);
}

traced().then(console.log, fault => {
  console.error(fault.message); // without the source of Pyodide, which Node would print
  process.exit(1);
});
