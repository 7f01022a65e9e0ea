// The editor for a computer's role: opens in place, and asks the computer for its printers once that is what is chosen.
//
// Without this script the link is a page, and "ask for printers" a form; the server renders the same in both cases.
import { morphRegion } from './morph.ts'

/** The portal waits 12 s for the store, which waits 10 s for the device. */
const ASK_TIMEOUT_MS = 15_000

export interface RoleEditorOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
}

export function listenForRoleEditor(options: RoleEditorOptions): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !isPlainClick(event)) return
    const link = event.target.closest<HTMLAnchorElement>('a[data-editor]')
    if (link !== null) {
      event.preventDefault()
      void open(link, options)
    } else if (event.target.closest('[data-close-editor]') !== null && close()) event.preventDefault()
  })
  document.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'role') askOnce(options)
  })
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== 'ask-printers') return
    event.preventDefault()
    void ask(event.target, options)
  })
  askOnce(options)
}

/** With a modifier the link opens elsewhere, as links do. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

let opening: HTMLAnchorElement | null = null

/** What cannot be opened in place is opened as the page it is. */
async function open(link: HTMLAnchorElement, options: RoleEditorOptions): Promise<void> {
  opening = link
  const place = document.getElementById('role-editor-place')
  const editor = await fragment(link.dataset['editor'] ?? '', { method: 'GET' }, 'role-editor').catch(
    () => null,
  )
  // Another one was clicked meanwhile.
  if (opening !== link) return
  if (editor === 'signed out') return options.onSignedOut()
  if (place === null || editor === null) return location.assign(link.href)
  place.replaceChildren(document.importNode(editor, true))
  history.replaceState(null, '', link.href.replace(/#.*$/, ''))
  options.onReplaced(place)
  document.getElementById('role-editor-title')?.focus()
  askOnce(options)
}

/** False where the editor is a page of its own; leaving it is loading another. */
function close(): boolean {
  const computerId = new URLSearchParams(location.search).get('edit')
  if (computerId === null) return false
  opening = null
  document.getElementById('role-editor-place')?.replaceChildren()
  history.replaceState(null, '', location.pathname)
  document.getElementById(`change-role-${computerId}`)?.focus()
  return true
}

const asked = new WeakSet<HTMLFormElement>()
const underWay = new WeakSet<HTMLFormElement>()

/** Asks by itself the first time the printer computer is chosen; not over words about a choice that was refused. */
function askOnce(options: RoleEditorOptions): void {
  const choice = document.querySelector<HTMLInputElement>('#role-editor [name="role"][value="1"]')
  const form = document.querySelector<HTMLFormElement>('form#ask-printers')
  const isOpen = document.querySelector('#reported-printers button:enabled') !== null
  if (choice?.checked !== true || form === null || !isOpen || asked.has(form)) return
  if (document.querySelector('#reported-printers .is-invalid') === null) void ask(form, options)
}

async function ask(form: HTMLFormElement, options: RoleEditorOptions): Promise<void> {
  if (underWay.has(form)) return
  asked.add(form)
  underWay.add(form)
  showAsking()
  const body = new URLSearchParams({ csrf: csrfOf(form), printerName: chosenPrinter()?.value ?? '' })
  const next = await fragment(form.action, { method: 'POST', body }, 'reported-printers').catch(() => null)
  underWay.delete(form)
  // Another editor stands in its place by now.
  if (!form.isConnected) return
  if (next === 'signed out') return options.onSignedOut()
  showAnswer(next, options)
}

function showAsking(): void {
  document.getElementById('reported-printers')?.classList.add('is-asking')
  say('data-text-asking')
}

/** The list changes around what is chosen and where the focus is. */
function showAnswer(next: HTMLElement | null, options: RoleEditorOptions): void {
  const part = document.getElementById('reported-printers')
  if (part === null) return
  part.classList.remove('is-asking')
  if (next === null) return say('data-text-failed')
  const chosen = chosenPrinter()?.value ?? ''
  morphRegion(part, next)
  const select = chosenPrinter()
  if (select !== null && [...select.options].some(({ value }) => value === chosen && value !== ''))
    select.value = chosen
  options.onReplaced(part)
}

function say(attribute: string): void {
  const place = document.querySelector('#reported-printers output')
  if (place !== null) place.textContent = place.getAttribute(attribute)
}

function chosenPrinter(): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>('#reported-printers select')
}

function csrfOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem('csrf')
  return field instanceof HTMLInputElement ? field.value : ''
}

/** The element of that id in the portal's answer; null when there is none in it. Throws when nothing came. */
async function fragment(
  address: string,
  request: { readonly method: string; readonly body?: URLSearchParams },
  id: string,
): Promise<HTMLElement | 'signed out' | null> {
  const reply = await fetch(address, {
    ...request,
    headers: { 'HX-Request': 'true', Accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  })
  if (reply.status === 401 || reply.type === 'opaqueredirect') return 'signed out'
  return new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById(id)
}
