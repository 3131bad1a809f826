// Runs a program in Python for browsers, with the files of a bundle: node in_pyodide.mjs PYODIDE FILES PROGRAM

import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [pyodide, files, program] = process.argv.slice(2);

async function result() {
  const {loadPyodide} = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({indexURL: `${pyodide}/`, stdLibURL: `${files}/library.zip`});
  python.unpackArchive(new Uint8Array(readFileSync(`${files}/app.zip`)), "zip", {extractDir: "/app"});
  return python.runPython(program);
}

result().then(console.log, fault => {
  console.error(fault.message); // without the source of Pyodide, which Node would print
  process.exit(1);
});
