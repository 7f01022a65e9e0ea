// Makes a region equal to a newer rendering of it without replacing what is equal: focus, selection and scroll stay.

/** Attributes the browser script owns; the server's rendering must not undo them. */
const OWN_ATTRIBUTES = new Set(['data-htmx-powered'])

/** What a reader opened stays open. */
function isReaders(element: Element, name: string): boolean {
  return OWN_ATTRIBUTES.has(name) || (name === 'open' && element.matches('details'))
}

/** The event id a region was rendered at; 0 when it carries none. */
export function eventIdOf(region: HTMLElement): number {
  return Number(region.dataset['eventId'] ?? 0) || 0
}

/** Returns false, and changes nothing, when `next` was rendered before what is shown. */
export function morphRegion(region: HTMLElement, next: HTMLElement): boolean {
  if (eventIdOf(next) < eventIdOf(region)) return false
  morphElement(region, next)
  return true
}

function morphElement(old: Element, next: Element): void {
  if (seqOf(next) < seqOf(old) || old.matches('[data-kept]')) return
  // Times are shown in words that age by themselves; only another instant is a change.
  if (old.matches('time') && isSameTime(old, next)) return
  const wasKeyed = old.matches('[data-key]') && !saysTheSame(old, next)
  morphAttributes(old, next)
  morphChildren(old, next)
  if (wasKeyed) highlight(old)
}

/** What ran out then and what is said to have been then are two things. */
function isSameTime(old: Element, next: Element): boolean {
  return ['datetime', 'data-time'].every((name) => old.getAttribute(name) === next.getAttribute(name))
}

function seqOf(element: Element): number {
  return Number(element.getAttribute('data-seq') ?? 0) || 0
}

// Ages change with every rendering and are no news.
function saysTheSame(old: Element, next: Element): boolean {
  return factsOf(old) === factsOf(next)
}

function factsOf(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const time of copy.querySelectorAll('time')) time.textContent = time.getAttribute('datetime')
  for (const said of copy.querySelectorAll('.copy-said, [data-kept]')) said.textContent = ''
  return copy.textContent
}

function highlight(element: Element): void {
  element.classList.remove('is-changed')
  // Restarts the animation when the same row changes twice.
  if (element instanceof HTMLElement) void element.offsetWidth
  element.classList.add('is-changed')
}

function morphAttributes(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
}

function morphChildren(old: Element, next: Element): void {
  const keyed = new Map(
    [...old.children].flatMap((child) => keyOf(child).map((key) => [key, child] as const)),
  )
  let cursor = old.firstChild
  for (const wanted of [...next.childNodes]) {
    const match = matchFor(wanted, cursor, keyed)
    if (match === null) {
      const added = document.importNode(wanted, true)
      old.insertBefore(added, cursor)
      if (added instanceof Element && added.matches('[data-key]')) highlight(added)
      continue
    }
    if (match === cursor) cursor = cursor.nextSibling
    else old.insertBefore(match, cursor)
    if (match instanceof Element && wanted instanceof Element) morphElement(match, wanted)
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue
  }
  while (cursor !== null) {
    const surplus = cursor
    cursor = cursor.nextSibling
    surplus.remove()
  }
}

/** An element with a key or id is only ever matched by it; anything else by standing in the same place. */
function matchFor(
  wanted: ChildNode,
  cursor: ChildNode | null,
  keyed: ReadonlyMap<string, Element>,
): ChildNode | null {
  if (wanted instanceof Element) {
    const [key] = keyOf(wanted)
    if (key !== undefined) return keyed.get(key) ?? null
  }
  if (cursor === null || cursor.nodeName !== wanted.nodeName) return null
  return cursor instanceof Element && keyOf(cursor).length > 0 ? null : cursor
}

function keyOf(element: Element): string[] {
  const key = element.getAttribute('data-key') ?? (element.id === '' ? null : `#${element.id}`)
  return key === null ? [] : [key]
}
