// Asks a computer for its printers once it is to be the printer computer, and shows the answer around what is chosen.
//
// Without this script the button is a form; the portal renders the same in both cases.
import { fetchFragment, hiddenFields } from './fragment.ts'
import { morphRegion } from './morph.ts'

export interface ReportedPrintersOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
}

export function listenForPrinters(options: ReportedPrintersOptions): void {
  document.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'role') askForPrintersOnce(options)
  })
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== 'ask-printers') return
    event.preventDefault()
    void ask(event.target, options)
  })
  askForPrintersOnce(options)
}

const asked = new WeakSet<HTMLFormElement>()
const underWay = new WeakSet<HTMLFormElement>()

/** By itself the first time the printer computer, or the standby printer, is chosen; not over words about a choice that was refused. */
export function askForPrintersOnce(options: ReportedPrintersOptions): void {
  const choice = document.querySelector('#role-editor :is(#role-1, #role-standby):checked')
  const form = document.querySelector<HTMLFormElement>('form#ask-printers')
  const isOpen = document.querySelector('#reported-printers button:enabled') !== null
  if (choice === null || form === null || !isOpen || asked.has(form)) return
  if (document.querySelector('#reported-printers .is-invalid') === null) void ask(form, options)
}

async function ask(form: HTMLFormElement, options: ReportedPrintersOptions): Promise<void> {
  if (underWay.has(form)) return
  asked.add(form)
  underWay.add(form)
  showAsking()
  const fields = { ...hiddenFields(form), printerName: select()?.value ?? '' }
  const answer = await fetchFragment({ address: form.action, fields }).catch(() => null)
  underWay.delete(form)
  // Another editor stands in its place by now.
  if (!form.isConnected) return
  if (answer === 'signed out') return options.onSignedOut()
  showAnswer(answer, options)
}

function showAsking(): void {
  part()?.classList.add('is-asking')
  said()?.classList.remove('is-fault')
  say(textOf('data-text-asking'))
}

/** The list changes around what is chosen and where the focus is. */
function showAnswer(answer: Document | null, { onReplaced }: ReportedPrintersOptions): void {
  const shown = part()
  if (shown === null) return
  shown.classList.remove('is-asking')
  const next = answer?.getElementById('reported-printers') ?? null
  if (next === null) return showFailure(answer)
  const chosen = select()?.value ?? ''
  morphRegion(shown, next)
  choose(chosen)
  onReplaced(shown)
}

/** The portal's own words where it had some. */
function showFailure(answer: Document | null): void {
  said()?.classList.add('is-fault')
  say(answer?.querySelector('[role="alert"]')?.textContent ?? textOf('data-text-failed'))
}

/** What was chosen while the computer was asked stays chosen, if it is still there. */
function choose(printer: string): void {
  const list = select()
  if (list !== null && [...list.options].some(({ value }) => value === printer && value !== ''))
    list.value = printer
}

function say(text: string): void {
  const place = said()
  if (place !== null) place.textContent = text
}

function textOf(attribute: string): string {
  return said()?.getAttribute(attribute) ?? ''
}

function part(): HTMLElement | null {
  return document.getElementById('reported-printers')
}

function said(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#reported-printers output')
}

function select(): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>('#reported-printers select')
}
