// A phone as a scanner: what is typed or seen by the camera is sent one by one, and each answer is told, heard and felt.
import { fetchFragment, hiddenFields } from '../fragment.ts'
import { listenForCamera } from './camera.ts'
import { signal } from './signal.ts'

/** Scans that wait for the answer to the one before; more come from no hand. */
const MAX_WAITING = 5

/** Does nothing on other pages. */
export function listenForScans(): void {
  const form = document.querySelector<HTMLFormElement>('#scan-form')
  const field = form?.querySelector<HTMLInputElement>('#scan') ?? null
  const place = document.querySelector<HTMLElement>('#scan-said')
  if (form === null || field === null || place === null) return
  const send = inTurn((scan) => tell({ form, field, place }, scan))
  const camera = listenForCamera(send)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const scan = field.value
    field.value = ''
    // Beside the camera's picture the keyboard of a phone would hide it.
    if (!camera.isOn()) field.focus()
    void send(scan)
  })
}

/** One after the other. What would wait behind too many is dropped, before it shows where it is not expected any more. */
function inTurn(send: (scan: string) => Promise<void>): (scan: string) => Promise<void> {
  let last = Promise.resolve()
  let waiting = 0
  return async (scan) => {
    if (waiting >= MAX_WAITING) return signal('refused')
    waiting += 1
    last = last
      // Whatever became of the one before, this one is sent.
      .catch(() => undefined)
      .then(async () => await send(scan))
      .finally(() => (waiting -= 1))
    await last
  }
}

interface Parts {
  readonly form: HTMLFormElement
  readonly field: HTMLInputElement
  /** A live region: what comes into it is read out. */
  readonly place: HTMLElement
}

async function tell({ form, field, place }: Parts, scan: string): Promise<void> {
  const { textSending = '', textFailed = '' } = field.dataset
  place.replaceChildren(said('sending', textSending))
  const fields = { ...hiddenFields(form), scan }
  const answer = await fetchFragment({ address: form.action, fields }).catch(() => null)
  const words = answer instanceof Document ? answer.querySelector<HTMLElement>('[data-said]') : null
  // Without an answer of its own nobody knows whether it arrived.
  place.replaceChildren(words ?? said('refused', textFailed))
  signal(words?.dataset['said'] === 'taken' ? 'taken' : 'refused')
}

function said(kind: 'sending' | 'refused', text: string): HTMLElement {
  const words = document.createElement('p')
  words.className = `scan-said scan-${kind}`
  words.textContent = text
  return words
}
