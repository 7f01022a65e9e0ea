// The labels of a computer: asked for when its page opens and when somebody asks again, and shown in place.
//
// Without this script the button is a link to the page with the labels in it.
import { fetchFragment } from './fragment.ts'

export interface JobListOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
}

export function listenForJobs(options: JobListOptions): void {
  const button = document.querySelector<HTMLAnchorElement>('#ask-jobs')
  const list = document.getElementById('job-list')
  if (button === null || list === null) return
  const ask = createAsker({ button, list, options })
  button.addEventListener('click', (event) => {
    // With a modifier the link opens elsewhere, as links do.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void ask()
  })
  if (list.dataset['isAsked'] === undefined) void ask()
}

interface AskerParts {
  readonly button: HTMLAnchorElement
  readonly list: HTMLElement
  readonly options: JobListOptions
}

/** What it returns does nothing while an answer is awaited. */
function createAsker({ button, list, options }: AskerParts): () => Promise<void> {
  const said = document.getElementById('jobs-said')
  const say = (text: string): void => {
    if (said !== null) said.textContent = text
  }
  let isUnderWay = false
  return async () => {
    if (isUnderWay) return
    isUnderWay = true
    list.setAttribute('aria-busy', 'true')
    say(button.dataset['textAsking'] ?? '')
    const address = button.dataset['jobs'] ?? ''
    const answer = await fetchFragment({ address, fields: null }).catch(() => null)
    isUnderWay = false
    list.removeAttribute('aria-busy')
    if (answer === 'signed out') return options.onSignedOut()
    say(answer === null ? (button.dataset['textFailed'] ?? '') : '')
    if (answer === null) return
    list.replaceChildren(...answer.body.childNodes)
    button.textContent = button.dataset['textAgain'] ?? ''
    options.onReplaced(list)
  }
}
