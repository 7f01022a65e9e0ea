// What is asked of a computer takes seconds: says beside the button that it is under way, until the page with the answer comes.

export function listenForRowRequests(): void {
  document.addEventListener('submit', (event) => {
    const [form, button] = [event.target, event.submitter]
    if (!(form instanceof HTMLFormElement) || !form.classList.contains('row-request')) return
    const place = button?.parentElement?.querySelector('.request-said')
    if (place) place.textContent = form.dataset['textUnderWay'] ?? ''
  })
  // A page that comes back from the browser's cache asks nothing.
  addEventListener('pageshow', () => {
    for (const place of document.querySelectorAll('.request-said')) place.textContent = ''
  })
}
