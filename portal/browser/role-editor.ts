// The editor for a computer's role: opens in place of a page of its own, takes the focus and gives it back.
import { fetchFragment } from './fragment.ts'
import { askForPrintersOnce } from './reported-printers.ts'

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
}

/** With a modifier the link opens elsewhere, as links do. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

let opening: HTMLAnchorElement | null = null

/** What cannot be opened in place is opened as the page it is. */
async function open(link: HTMLAnchorElement, options: RoleEditorOptions): Promise<void> {
  opening = link
  const address = link.dataset['editor'] ?? ''
  const answer = await fetchFragment({ address, fields: null }).catch(() => null)
  // Another one was clicked meanwhile.
  if (opening !== link) return
  if (answer === 'signed out') return options.onSignedOut()
  const place = document.getElementById('role-editor-place')
  const editor = answer?.getElementById('role-editor')
  if (place === null || editor === null || editor === undefined) return location.assign(link.href)
  place.replaceChildren(document.importNode(editor, true))
  history.replaceState(null, '', link.href.replace(/#.*$/, ''))
  options.onReplaced(place)
  document.getElementById('role-editor-title')?.focus()
  askForPrintersOnce(options)
}

/** False where the editor is a page of its own; leaving it is loading another. */
function close(): boolean {
  const computerId = new URLSearchParams(location.search).get('edit')
  if (computerId === null) return false
  opening = null
  document.getElementById('role-editor-place')?.replaceChildren()
  history.replaceState(null, '', location.pathname)
  const link = document.getElementById(`change-role-${computerId}`)
  // What is in a closed menu takes no focus.
  link?.closest('details')?.setAttribute('open', '')
  link?.focus()
  return true
}
