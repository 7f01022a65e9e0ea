// The test printer's page: its state, its faults as buttons, and the newest jobs on the roll.
import type { FaultState } from '../faults.ts'
import type { EngineState } from '../print-engine.ts'
import type { RollEntry } from '../roll.ts'
import { NUMBERS, SWITCHES } from './fault-form.ts'
import { html, type Html } from './html.ts'

export interface PageState {
  readonly name: string
  readonly state: EngineState
  readonly faults: FaultState
  /** Where labels are sent to. */
  readonly rawAddress: string
  /** Null: it has no such port. */
  readonly tls: { readonly port: number; readonly fingerprint: string } | null
  readonly labelsPrinted: number
  /** Newest first. */
  readonly entries: readonly RollEntry[]
}

const STATE_TEXTS: Readonly<Record<EngineState, string>> = {
  off: 'Power is off',
  stopped: 'Stopped',
  busy: 'Busy with a connection',
  ready: 'Ready',
}

const END_TEXTS: Readonly<Record<RollEntry['end'], string>> = {
  fin: '',
  idle: 'ended by silence',
  cut: 'cut off by its sender',
  reset: 'cut off by a reset',
  'power-off': 'cut off by a power cut',
  'too-large': 'cut off for its size',
}

export function renderPage(page: PageState): string {
  return `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.name}</title>
        <link rel="stylesheet" href="/page.css" />
        <script src="/live.js" type="module"></script>
      </head>
      <body>
        <header>
          <h1>${page.name}</h1>
          <p class="note">A label printer that is not there.</p>
        </header>
        <main>
          <section id="state" aria-label="State" data-live>${stateOf(page)}</section>
          <section id="faults" aria-labelledby="faults-title">
            <h2 id="faults-title">Faults</h2>
            <div id="switches" class="row" data-live>
              ${SWITCHES.map((fault) => switchOf(fault, page.faults))}
            </div>
            <div class="row">${NUMBERS.map((fault) => numberOf(fault, page.faults))}</div>
            ${button({ change: 'clear-faults', value: '', label: 'Clear all faults', pressed: null })}
          </section>
          <section id="roll" aria-labelledby="roll-title" data-live>${rollOf(page.entries)}</section>
        </main>
      </body>
    </html>`.html
  }\n`
}

function stateOf({ state, rawAddress, tls, labelsPrinted }: PageState): Html {
  return html`<dl>
    <div>
      <dt>State</dt>
      <dd><span class="state ${state}">${STATE_TEXTS[state]}</span></dd>
    </div>
    <div>
      <dt>Raw port</dt>
      <dd>${rawAddress}</dd>
    </div>
    ${tls === null ? html`` : tlsOf(tls)}
    <div>
      <dt>Odometer</dt>
      <dd>${labelsPrinted} ${labelsPrinted === 1 ? 'label' : 'labels'}</dd>
    </div>
  </dl>`
}

function tlsOf({ port, fingerprint }: NonNullable<PageState['tls']>): Html {
  return html`<div>
      <dt>TLS port</dt>
      <dd>${port}</dd>
    </div>
    <div>
      <dt>Certificate</dt>
      <dd class="hash">SHA-256 <code>${fingerprint}</code></dd>
    </div>`
}

function switchOf({ name, label }: (typeof SWITCHES)[number], faults: FaultState): Html {
  return button({ change: name, value: String(!faults[name]), label, pressed: faults[name] })
}

function numberOf({ name, label, min, max }: (typeof NUMBERS)[number], faults: FaultState): Html {
  const now = name === 'slow' ? faults.slow?.bytesPerSecond : faults[name]
  return html`<form method="post" action="/page">
    <input type="hidden" name="change" value="${name}" />
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="value"
      type="number"
      inputmode="numeric"
      min="${min}"
      max="${max}"
      value="${now ?? ''}"
    />
    <button>Set</button>
  </form>`
}

interface Button {
  readonly change: string
  readonly value: string
  readonly label: string
  /** null: no switch. */
  readonly pressed: boolean | null
}

function button({ change, value, label, pressed }: Button): Html {
  const isPressed = pressed === null ? html`` : html`aria-pressed="${String(pressed)}"`
  return html`<form method="post" action="/page">
    <input type="hidden" name="change" value="${change}" />
    <input type="hidden" name="value" value="${value}" />
    <button id="set-${change}" ${isPressed}>${label}</button>
  </form>`
}

function rollOf(entries: readonly RollEntry[]): Html {
  const jobs =
    entries.length === 0
      ? html`<p class="note">Nothing was printed yet.</p>`
      : html`<ul class="jobs">
          ${entries.map(jobOf)}
        </ul>`
  return html`<h2 id="roll-title">Roll</h2>
    ${button({ change: 'empty-roll', value: '', label: 'Empty the roll', pressed: null })} ${jobs}`
}

function jobOf({ n, sha256, bytes, at, language, labelsPrinted, end }: RollEntry): Html {
  const picture =
    language === 'zpl'
      ? html`<a href="/labels/${n}.png"
          ><img src="/labels/${n}.png" alt="Picture of label ${n}" loading="lazy" width="406" height="610"
        /></a>`
      : html`<p class="no-picture">No ZPL, no picture</p>`
  const count = language === 'zpl' ? `${labelsPrinted} ${labelsPrinted === 1 ? 'label' : 'labels'}, ` : ''
  return html`<li>
    ${picture}
    <h3>Job ${n}</h3>
    <p>${count}${bytes.toLocaleString('en')} bytes ${END_TEXTS[end]}</p>
    <p><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></p>
    <p class="hash">SHA-256 <code>${sha256}</code></p>
    <p><a href="/labels/${n}.zpl">Download bytes of job ${n}</a></p>
  </li>`
}
