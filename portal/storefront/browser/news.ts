// A page that waits for what others say, such as the bank: it is asked for that alone, and loaded anew once something has changed.

const EVERY_MS = 2_000
/** Two minutes in all; afterwards the link beside it does it. */
const MOST_TRIES = 60
const FACTS = { accept: 'application/json' }

/** `known`: what the page was made of. */
export function waitForNews(known: string, left = MOST_TRIES): void {
  if (left === 0) return
  setTimeout(() => void ask(known, left - 1), EVERY_MS)
}

async function ask(known: string, left: number): Promise<void> {
  // A tab that nobody looks at asks for nothing.
  if (document.hidden) return waitForNews(known, left + 1)
  try {
    const reply = await fetch(location.pathname, { headers: FACTS })
    // Who is no longer signed in is asked to by the next page.
    if (reply.status === 401) return
    const { news } = reply.ok ? ((await reply.json()) as { readonly news?: string }) : {}
    if (news !== undefined && news !== known) return location.reload()
  } catch {
    // The next time.
  }
  waitForNews(known, left)
}
