// Test labels: the answer appears in the row it was asked in; a second click while one is under way does nothing.
import { fetchFragment, hiddenFields } from './fragment.ts'

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
  const say = (...text: (Node | string)[]): void => placeOf(button)?.replaceChildren(...text)
  say(texts?.['textUnderWay'] ?? '')
  // Each click that gets here is meant: it is another order than the ones before.
  const once = `${Date.now()}-${Math.random()}`
  const fields = { ...hiddenFields(form), computer: button.value, once }
  const answer = await fetchFragment({ address: form.action, fields }).catch(() => null)
  if (answer === 'signed out') return onSignedOut()
  // Without an answer nobody knows whether it was printed.
  if (answer === null) say(texts?.['textFailed'] ?? '')
  else say(...answer.body.childNodes)
}

/** Beside the button; live refreshes leave it alone. */
function placeOf(button: HTMLButtonElement): Element | null {
  return button.parentElement?.querySelector('.label-said') ?? null
}
