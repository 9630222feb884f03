// What `smallbert serve` adds to a page: load it again when it was renewed, show a fault as text.

{
  const own = document.currentScript.dataset.page;
  const shown = document.createElement("pre");
  shown.setAttribute("role", "alert");
  shown.style =
    "position:fixed; inset:auto 0 0; z-index:9999; max-height:50vh; overflow:auto; margin:0;" +
    "padding:1rem; background:#7a1020; color:#fff; white-space:pre-wrap";

  const look = async () => {
    const answer = await fetch(`/_live/news?${encodeURIComponent(location.pathname)}`);
    const { fault, page } = await answer.json();
    shown.textContent = fault;
    if (fault) document.body.append(shown);
    else shown.remove();
    if (page !== own && page !== "missing") location.reload();
  };
  setInterval(() => look().catch(() => {}), 300); // a server that was stopped may come again
}
