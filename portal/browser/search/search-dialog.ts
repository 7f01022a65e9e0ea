// The search from anywhere: opens its dialog, shows what is found as one types, and moves among it by keyboard.
//
// A combobox over a listbox: the focus stays in the field, and `aria-activedescendant` names the chosen option. The dialog
// gives the focus back by itself when it closes. Enter without a choice sends the form: the page of the search.
import { SearchAnswers } from './search-answers.ts'
import { opensSearch } from './search-shortcut.ts'
import { isSlashOn, listenForSlashChoice } from './slash-key.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

export function listenForSearch({ onSignedOut }: { readonly onSignedOut: () => void }): void {
  const parts = partsOf(document)
  if (parts === null) return
  const { dialog, field } = parts
  const list = new FoundList(parts)
  const answers = new SearchAnswers({
    address: parts.form.dataset['options'] ?? '',
    onFound: (fragment) => list.show(fragment),
    onFailed: () => list.say(parts.form.dataset['textFailed'] ?? ''),
    onSignedOut,
  })
  openOn(parts)
  const slash = dialog.querySelector<HTMLInputElement>('[data-search-slash]')
  if (slash !== null) listenForSlashChoice(slash)
  field.addEventListener('input', () => {
    if (field.value.trim() !== '') return answers.typed(field.value)
    answers.forget()
    list.clear()
  })
  field.addEventListener('keydown', (event) => list.pressed(event))
  dialog.addEventListener('close', () => answers.forget())
  // A click beside it, on the backdrop, is one on the dialog itself.
  dialog.addEventListener('click', (event) => {
    const { target } = event
    if (target === dialog || (target instanceof Element && target.closest('[data-search-close], a') !== null))
      dialog.close()
  })
  addEventListener('pagehide', () => dialog.close())
}

interface Parts {
  readonly dialog: HTMLDialogElement
  readonly form: HTMLFormElement
  readonly field: HTMLInputElement
  readonly listbox: HTMLElement
  readonly said: HTMLElement
}

/** Null on pages without the search: for people who are not signed in. */
function partsOf(root: Document): Parts | null {
  const dialog = root.querySelector<HTMLDialogElement>('#search-dialog')
  const form = dialog?.querySelector('form') ?? null
  const field = dialog?.querySelector<HTMLInputElement>('#search-field') ?? null
  const listbox = dialog?.querySelector<HTMLElement>('#search-list') ?? null
  const said = dialog?.querySelector<HTMLElement>('#search-said') ?? null
  if (dialog === null || form === null || field === null || listbox === null || said === null) return null
  return { dialog, form, field, listbox, said }
}

function openOn({ dialog, field }: Parts): void {
  const open = (event: Event): void => {
    event.preventDefault()
    // Another dialog that is open waits for an answer.
    if (!dialog.open && document.querySelector('dialog[open]') === null) dialog.showModal()
    field.focus()
    field.select()
  }
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null
    if (opensSearch(event, { isTyping, isSlashOn: isSlashOn() })) open(event)
  })
  document.querySelector('[data-search-link]')?.addEventListener('click', (event) => {
    // With a key it opens a tab, as any link.
    if (event instanceof MouseEvent && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event)
  })
}

/** The options below the field, and the one that is chosen. */
class FoundList {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.clear()
  }

  show(fragment: Element): void {
    const { listbox } = this.#parts
    this.clear()
    listbox.replaceChildren(...fragment.children)
    const hasAny = this.#options().length > 0
    listbox.hidden = !hasAny
    this.#parts.field.setAttribute('aria-expanded', String(hasAny))
    this.say(fragment.getAttribute('data-said') ?? '')
  }

  /** Instead of what was found before. */
  clear(): void {
    const { listbox, field, said } = this.#parts
    listbox.replaceChildren()
    listbox.hidden = true
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
    said.textContent = ''
  }

  say(text: string): void {
    this.#parts.said.textContent = text
  }

  pressed(event: KeyboardEvent): void {
    const options = this.#options()
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    if (event.key === 'ArrowDown') this.#choose(options, at + 1)
    else if (event.key === 'ArrowUp') this.#choose(options, at < 0 ? options.length - 1 : at - 1)
    else if (event.key === 'Enter' && at >= 0) options[at]?.click()
    else return
    event.preventDefault()
  }

  #options(): HTMLElement[] {
    return [...this.#parts.listbox.querySelectorAll<HTMLElement>('[role="option"]')]
  }

  /** Beyond the ends none is chosen, and the next key begins at the other end. */
  #choose(options: readonly HTMLElement[], place: number): void {
    const chosen = options[place]
    for (const option of options) option.setAttribute('aria-selected', String(option === chosen))
    if (chosen === undefined) return this.#parts.field.removeAttribute('aria-activedescendant')
    this.#parts.field.setAttribute('aria-activedescendant', chosen.id)
    chosen.scrollIntoView({ block: 'nearest' })
  }
}
