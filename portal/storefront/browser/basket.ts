// The basket without leaving the page: what is added, and how much is in it.

interface Told {
  readonly label?: string
  readonly message?: string
}

const FACTS = { accept: 'application/json' }

/** The number beside the link; pages of the catalogue are kept by the browser and do not have it. */
export async function countBasket(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-count]')
  const address = link?.dataset['count']
  if (address === undefined) return
  try {
    const reply = await fetch(address, { headers: FACTS })
    if (reply.ok) show((await reply.json()) as Told)
  } catch {
    // The link leads to the basket all the same.
  }
}

/** What is added is sent one after the other, and told where everybody hears it; without an answer the form goes as it always would. */
export function sendInPlace(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

let before: Promise<void> = Promise.resolve()

async function send(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  const turn = before.then(async () => {
    try {
      const reply = await fetch(form.action, { method: 'POST', headers: FACTS, body })
      const told = (await reply.json()) as Told
      if (reply.ok || told.message !== undefined) show(told)
      else form.submit()
    } catch {
      form.submit()
    }
  })
  before = turn
  await turn
}

function show({ label, message }: Told): void {
  const link = document.querySelector('a[data-count]')
  if (label !== undefined && link !== null) link.textContent = label
  if (message === undefined) return
  tell(message)
  setTimeout(() => tell(''), 5_000)
}

/** Where everybody hears it; empty: nothing more. */
export function tell(text: string): void {
  const place = document.querySelector('output.told')
  if (place !== null) place.textContent = text
}
