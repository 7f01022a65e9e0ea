// Products while somebody types: a list below the search field, by mouse, touch or arrow keys.

interface Suggestion {
  readonly name: string
  readonly pack: string
  readonly href: string
}

/** So long nothing is typed before it is asked, in ms. */
const PAUSE_MS = 150

export function suggestWhileTyping(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('input[type=search]')
  const address = form.dataset['suggestions']
  if (field === null || address === undefined) return
  const list = listFor(field, form)
  let asked: AbortController | null = null
  let pause: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('input', () => {
    clearTimeout(pause)
    asked?.abort()
    const q = field.value.trim()
    if (q.length < 2) return show(field, list, [])
    pause = setTimeout(() => {
      asked = new AbortController()
      void ask(`${address}?q=${encodeURIComponent(q)}`, asked.signal).then((items) => {
        if (items !== null) show(field, list, items)
      })
    }, PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => move(event, field, list))
  field.addEventListener('blur', () => setTimeout(() => show(field, list, []), 150))
}

function listFor(field: HTMLInputElement, form: HTMLFormElement): HTMLElement {
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.className = 'suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', form.querySelector('label')?.textContent ?? '')
  list.hidden = true
  form.after(list)
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-controls', list.id)
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-expanded', 'false')
  return list
}

/** Null when it was not answered: the search works as it is. */
async function ask(address: string, signal: AbortSignal): Promise<readonly Suggestion[] | null> {
  try {
    const reply = await fetch(address, { headers: { accept: 'application/json' }, signal })
    return reply.ok ? ((await reply.json()) as { items: Suggestion[] }).items : null
  } catch {
    return null
  }
}

function show(field: HTMLInputElement, list: HTMLElement, items: readonly Suggestion[]): void {
  list.replaceChildren(...items.map(optionOf))
  list.hidden = items.length === 0
  field.setAttribute('aria-expanded', String(items.length > 0))
  field.removeAttribute('aria-activedescendant')
}

function optionOf({ name, pack, href }: Suggestion, place: number): HTMLElement {
  const option = document.createElement('li')
  option.id = `suggestion-${place}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.dataset['href'] = href
  option.textContent = pack === '' ? name : `${name} · ${pack}`
  option.addEventListener('mousedown', () => location.assign(href))
  return option
}

function move(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  if (event.key === 'Escape') return show(field, list, [])
  const href = options[at]?.dataset['href']
  if (event.key === 'Enter' && href !== undefined) {
    event.preventDefault()
    return location.assign(href)
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || options.length === 0) return
  event.preventDefault()
  options[at]?.setAttribute('aria-selected', 'false')
  const chosen = options[(at + step + options.length) % options.length]
  chosen?.setAttribute('aria-selected', 'true')
  if (chosen !== undefined) field.setAttribute('aria-activedescendant', chosen.id)
}
