// Python in this browser: the game of games/solo, its storage, and the moments at which it goes on by itself.

const CORE = "{{ core }}/", PACE = {{ bot_pace }};
const [LANGUAGE, ASKED] = self.name.split("?"); // and what the page asks for: a lesson, or a new game by the fields of its form

let session, timer;

onmessage = async ({data}) => {
  await started;
  if (data.show) postMessage({frame: session.table()});
  else postMessage({frame: session.receive(data.message)});
  keep();
  goOn();
  if (data.show) setTimeout(() => session.prepare()); // before a bot's first move, and after the first table
};

// The next step comes after the game's own pause; a step may be due at once.
function goOn() {
  clearTimeout(timer);
  const seconds = session.seconds_to_step();
  if (seconds >= 0) timer = setTimeout(step, seconds * PACE * 1000);
}

function step() {
  postMessage({frame: session.step()});
  keep();
  goOn();
}

// --- Games are stored in this browser: the one that is played, and a line for each with the records of its deals ---

const asked = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function opened() {
  const request = indexedDB.open("solo", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("games");
    request.result.createObjectStore("records");
  };
  return asked(request);
}

const store = (database, name, mode = "readwrite") => database.transaction(name, mode).objectStore(name);

let database;

function keep() {
  const stored = session.stored();
  if (!stored) return; // a lesson
  store(database, "games").put(stored, "running");
  const summary = session.summary();
  if (summary) store(database, "records").put({...JSON.parse(summary), at: Date.now()}, session.code());
}

// --- The start ---

const bytesOf = async path => (await fetch(path)).arrayBuffer();

async function start() {
  const loading = loaded(), app = bytesOf("./app.zip");
  database = await opened();
  const stored = await asked(store(database, "games", "readonly").get("running"));
  const python = await loading;
  python.unpackArchive(await app, "zip", {extractDir: "/app"});
  python.runPython('import sys; sys.path.insert(0, "/app")');
  python.pyimport("games.solo.texts").set_up("/app", LANGUAGE); // before other modules, which have texts
  session = python.pyimport("games.solo.browser").begin("/app", stored, ASKED);
  postMessage({ready: true});
}

async function loaded() {
  const {loadPyodide} = await import(`./${CORE}pyodide.mjs`), core = new URL(CORE, location).href;
  return loadPyodide({indexURL: core, stdLibURL: `${core}library.zip`});
}

const started = start();
started.catch(fault => {
  console.error(fault);
  postMessage({failed: true});
});
