// What the live filter needs beyond htmx: short addresses, local times in new rows, and the way to the sign-in page.
//
// htmx passes what it is about to do in `event.detail.ctx`; only the fields used here are looked at, and checked.

export interface FilterOptions {
  readonly onSignedOut: () => void
  readonly onReplaced: (root: ParentNode) => void
}

export function listenForFilter({ onSignedOut, onReplaced }: FilterOptions): void {
  document.addEventListener('htmx:config:request', (event) => {
    const body = at(at(at(event, 'detail'), 'ctx'), 'request')
    dropDefaults(at(body, 'body'))
  })
  document.addEventListener('htmx:before:response', (event) => {
    const reply = at(at(at(at(event, 'detail'), 'ctx'), 'response'), 'raw')
    if (!(reply instanceof Response) || !isSignedOut(reply)) return
    event.preventDefault()
    onSignedOut()
  })
  document.addEventListener('htmx:after:swap', () => onReplaced(document))
}

/** Refused, or sent on to another page than the list: to the sign-in page. */
function isSignedOut(reply: Response): boolean {
  return reply.status === 401 || (reply.redirected && new URL(reply.url).pathname !== location.pathname)
}

const DEFAULTS: Readonly<Record<string, string>> = { sort: 'storeId', pageSize: '50' }

/** `?name=cent` instead of `?storeId=&name=cent&email=&phone=&sort=storeId&pageSize=50`. */
function dropDefaults(body: unknown): void {
  if (!(body instanceof FormData)) return
  for (const [name, value] of [...body.entries()]) {
    if (value === '' || value === DEFAULTS[name]) body.delete(name)
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined
}
