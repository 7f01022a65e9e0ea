// The stand-in's own page: what it holds, what it said to the shop, and switches that make it unkind.
import { escaped, moneyText, page } from './html.ts'
import type { Intent } from './intent.ts'
import { Switches } from './switches.ts'
import type { Delivery } from './webhook-sender.ts'

const SHOWN = 100

export interface Held {
  readonly intents: readonly Intent[]
  readonly deliveries: readonly Delivery[]
  readonly switches: Switches
}

export function heldPage({ intents, deliveries, switches }: Held): string {
  const body = `<p class="note">This provider is not there: no money moves.</p>${switchesForm(switches)}
<h2>Payments</h2>${table(
    ['Changed', 'Shop’s id', 'State', 'Amount', 'Captured', 'Refunded', 'Card', 'Why', ''],
    intents.slice(0, SHOWN).map(intentRow),
  )}
<h2>Events</h2>${table(
    ['Since', 'Event', 'Kind', 'Tries', 'Last answer'],
    deliveries.toReversed().slice(0, SHOWN).map(deliveryRow),
  )}`
  return page({ language: 'en', title: 'Payments that were received', body, isWide: true })
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const time = (ms: number): string => new Date(ms).toISOString()

function intentRow(intent: Intent): string {
  const money = (minor: number): string => escaped(moneyText(minor, intent.currency, 'en'))
  const canLapse = intent.state === 'authorised' || intent.state === 'requires_action'
  const lapse = `<form method="post" action="/intents/${intent.id}/lapse"><button>Let it lapse</button></form>`
  return row([
    time(intent.changedMs),
    escaped(intent.reference),
    intent.state,
    money(intent.amountMinor),
    money(intent.capturedMinor),
    money(intent.refundedMinor),
    intent.lastFour ?? '',
    intent.fault ?? '',
    canLapse ? lapse : '',
  ])
}

function deliveryRow({ sinceMs, eventId, kind, tries, status, isTaken }: Delivery): string {
  const last = status === null ? 'none yet' : status === 0 ? 'nobody answered' : String(status)
  return row([time(sinceMs), escaped(eventId), escaped(kind), String(tries), isTaken ? 'taken' : last])
}

function switchesForm(switches: Switches): string {
  const select = (name: 'webhooks' | 'returnBy', label: string): string => {
    const options = Switches.shape[name].options.map(
      (value) => `<option${switches[name] === value ? ' selected' : ''}>${value}</option>`,
    )
    return `<label for="${name}">${label}</label><select id="${name}" name="${name}">${options.join('')}</select>`
  }
  const number = (name: 'slowMs' | 'lostReplies', label: string): string =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" value="${switches[name]}">`
  return `<form method="post" action="/switches"><fieldset><legend>How it behaves</legend>
${select('webhooks', 'Events')}${select('returnBy', 'Way back to the shop')}
${number('slowMs', 'Wait before each answer, ms')}${number('lostReplies', 'Answers that are lost after the work')}
<label><input type="checkbox" name="isAway"${switches.isAway ? ' checked' : ''}> Away: every call fails</label>
<button>Use this</button></fieldset></form>`
}
