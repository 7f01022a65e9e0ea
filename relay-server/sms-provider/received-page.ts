// The page of the stand-in: what it received, newest first.
import type { ReceivedMessage } from './received-message.ts'

export function receivedPage(received: readonly ReceivedMessage[]): string {
  const rows = received
    .toReversed()
    .map(({ at, to, sender, text, reference }) =>
      [at.toISOString(), to, sender, text, reference]
        .map((value) => `<td>${linked(escaped(value))}</td>`)
        .join(''),
    )
    .map((cells) => `<tr>${cells}</tr>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>SMS that were received</title>
<style>body{font-family:sans-serif;margin:2rem}td,th{padding:.3rem .8rem;text-align:left;vertical-align:top}</style>
<h1>SMS that were received</h1><p>This provider is not there: nothing leaves this computer.</p>
<table><tr><th>When</th><th>To</th><th>From</th><th>Text</th><th>Reference</th></tr>${rows.join('')}</table></html>`
}

/** Addresses of links that were sent can be followed. */
function linked(html: string): string {
  return html.replaceAll(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}
