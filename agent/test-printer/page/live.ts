// Runs in the browser and is sent as it is, so it has no type annotations: fetches the page anew when something changed.
const refresh = async () => {
  const response = await fetch('/')
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const focused = document.activeElement?.id ?? ''
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    if (next !== null && next.innerHTML !== part.innerHTML) part.replaceChildren(...next.childNodes)
  }
  if (focused !== '') document.getElementById(focused)?.focus()
}

let isUnderWay = false
let isAgain = false
const refreshOnce = async () => {
  isAgain = isUnderWay
  if (isUnderWay) return
  isUnderWay = true
  await refresh().catch(() => undefined)
  isUnderWay = false
  if (isAgain) await refreshOnce()
}

const events = new EventSource('/events')
events.addEventListener('message', () => void refreshOnce())
events.addEventListener('open', () => void refreshOnce())

export {}
