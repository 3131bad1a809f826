// Runs a program in Pyodide with folders of this computer, and prints its last value: node run.mjs PYODIDE PROGRAM /path=FOLDER ...

import {pathToFileURL} from "node:url";

const [pyodide, program, ...mounted] = process.argv.slice(2);

async function result() {
  const {loadPyodide} = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({indexURL: `${pyodide}/`});
  for (const [path, folder] of mounted.map(each => each.split("="))) {
    python.FS.mkdirTree(path);
    python.mountNodeFS(path, folder);
  }
  return python.runPython(program);
}

result().then(console.log, fault => {
  console.error(fault.message); // without the source of Pyodide, which Node would print
  process.exit(1);
});
