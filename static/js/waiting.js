// Where no socket opens, such as behind some proxies, the page of who waits keeps the place in the queue by asking for
// itself, and goes to the table that is found.

import {connections} from "./live.js";

setInterval(async () => {
  if (connections().some(({socket}) => socket.readyState === WebSocket.OPEN)) return;
  const answer = await fetch(location, {method: "HEAD"}).catch(() => null);
  if (answer?.redirected) location.assign(answer.url);
}, 8000);
