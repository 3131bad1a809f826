// The code of a link stands behind its #, which no browser sends: it is put into the form, and taken out of the address.

const field = document.querySelector("[name=link]");

if (field && location.hash) {
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
