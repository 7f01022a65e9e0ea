// Copy buttons: put their value on the clipboard and say so beside the icon for two seconds.

const SAID_MS = 2_000

export function listenForCopy(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-copy]')
    if (button !== null) void copy(button)
  })
}

async function copy(button: HTMLElement): Promise<void> {
  const said = button.querySelector('.copy-said')
  if (said === null) return
  const isDone = await write(button.dataset['copy'] ?? '')
  said.textContent = (isDone ? button.dataset['textCopied'] : button.dataset['textFailed']) ?? ''
  setTimeout(() => (said.textContent = ''), SAID_MS)
}

/** False where the browser has no clipboard (plain http beyond loopback) or refuses. */
async function write(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    return false
  }
}
