// Quantities of the basket are saved as they change, one after the other, and the page shows what came of it without being left.
import { countBasket, tell } from './basket.ts'

/** Arrow keys change a number step by step: what stands there after so long is saved, in ms. */
const PAUSE_MS = 400

const pauses = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>()
let before: Promise<void> = Promise.resolve()
/** Saved, but somebody is typing: it is shown when he has left the field. */
let unseen: string | null = null

export function saveQuantities(): void {
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement && target.name === 'quantity' ? target.form : null
    if (form === null) return
    clearTimeout(pauses.get(form))
    pauses.set(
      form,
      setTimeout(() => save(form), PAUSE_MS),
    )
  })
  document.addEventListener('focusout', () =>
    setTimeout(() => {
      if (unseen !== null && pauses.size === 0) show(unseen)
    }),
  )
}

function save(form: HTMLFormElement): void {
  if (!form.reportValidity()) return void pauses.delete(form)
  const pause = pauses.get(form)
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  before = before.then(async () => {
    const page = await fetch(form.action, { method: 'POST', body })
      .then(async (reply) => (reply.ok && reply.url === basket() ? reply.text() : null))
      .catch(() => null)
    if (pauses.get(form) === pause) pauses.delete(form)
    if (page === null) location.assign(basket())
    else if (pauses.size === 0) show(page)
  })
}

/** The page of a coupon that was refused has another address. */
function basket(): string {
  return document.querySelector<HTMLAnchorElement>('a[data-count]')?.href ?? location.href
}

function show(page: string): void {
  const next = new DOMParser().parseFromString(page, 'text/html').querySelector('main')
  const at = document.activeElement
  if (next === null) return
  unseen =
    at instanceof HTMLInputElement && at.value !== at.defaultValue && isElsewhere(at, next) ? page : null
  if (unseen !== null) return
  const notice = next.querySelector('output.notice')
  tell(notice?.textContent ?? '')
  setTimeout(() => tell(''), 5_000)
  notice?.remove()
  document.querySelector('main')?.replaceChildren(...next.childNodes)
  if (at !== null && at.id !== '') document.getElementById(at.id)?.focus()
  void countBasket()
}

/** What stands in the field is not what the page says that was saved. */
function isElsewhere({ id, value }: HTMLInputElement, next: Element): boolean {
  return [...next.querySelectorAll('input')].some((field) => field.id === id && field.value !== value)
}
