// The network in the hands of a test: what the page sends is listed, and only the test answers it.

window.sockets = [];
window.requests = [];

window.WebSocket = class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  readyState = WebSocket.CONNECTING;
  sent = [];

  constructor(url) {
    super();
    this.url = url;
    sockets.push(this);
    if (window.isServerDown) setTimeout(() => this.closes());
  }

  send(text) {
    this.sent.push(text);
  }

  close() {} // the close event of a dead connection comes late, or never

  opens() {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  says(data) {
    this.dispatchEvent(new MessageEvent("message", {data}));
  }

  closes(code = 1006) {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close", {code}));
  }
};

window.fetch = (url, {method, body, signal}) => new Promise((resolve, reject) => {
  signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  const answer = (status, html) => resolve(new Response(html || null, {status}));
  const {pathname: path, search} = new URL(url, location);
  const fails = () => reject(new TypeError("Failed to fetch"));
  requests.push({method, path, fields: new URLSearchParams(body ?? search).toString(), answer, fails});
});
