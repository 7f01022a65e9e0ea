// Test labels: the answer appears in the row it was asked in; a second click while one is under way does nothing.

/** The portal waits 12 s for the store, which waits 10 s for the device. */
const TIMEOUT_MS = 15_000

export function listenForTestLabels({ onSignedOut }: { readonly onSignedOut: () => void }): void {
  const underWay = new Set<string>()
  document.addEventListener('submit', (event) => {
    const [form, button] = [event.target, event.submitter]
    if (!(form instanceof HTMLFormElement) || form.id !== 'test-label') return
    if (!(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    if (underWay.has(button.value)) return
    underWay.add(button.value)
    void print(form, button, onSignedOut).finally(() => underWay.delete(button.value))
  })
}

async function print(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  onSignedOut: () => void,
): Promise<void> {
  const texts = form.closest<HTMLElement>('[data-test-labels]')?.dataset
  const say = (...words: (Node | string)[]): void => placeOf(button)?.replaceChildren(...words)
  say(texts?.['textUnderWay'] ?? '')
  try {
    const answer = await order(form, button)
    if (answer === null) return onSignedOut()
    say(...answer)
  } catch {
    // Nobody knows whether it was printed.
    say(texts?.['textFailed'] ?? '')
  }
}

/** Null when the session has ended. */
async function order(form: HTMLFormElement, button: HTMLButtonElement): Promise<Node[] | null> {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  const body = new URLSearchParams(fields)
  body.set(button.name, button.value)
  // Each click that gets here is meant: it is another order than the ones before.
  body.set('once', `${Date.now()}-${Math.random()}`)
  const reply = await fetch(form.action, {
    ...{ method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
    headers: { 'HX-Request': 'true', Accept: 'text/html' },
  })
  if (reply.status === 401 || reply.type === 'opaqueredirect') return null
  return [...new DOMParser().parseFromString(await reply.text(), 'text/html').body.childNodes]
}

/** Beside the button; live refreshes leave it alone. */
function placeOf(button: HTMLButtonElement): Element | null {
  return button.parentElement?.querySelector('.label-said') ?? null
}
