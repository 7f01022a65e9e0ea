// Parts of the report: tables of labels, lists of answers with their bytes, and the two troubles.
import { html, type Html } from '../../agent/test-printer/page/html.ts'
import {
  isNotRun,
  type LabelRecord,
  type PaperRecord,
  type PowerRecord,
  type RawTalk,
  type Run,
  type Seen,
  type StatusRecord,
} from './run-record.ts'
import { POWER_PARTS } from './suite-labels.ts'

const SEEN_WORDS: Readonly<Record<Seen, string>> = {
  once: 'once, whole, readable',
  none: 'nothing',
  several: 'more than once',
  cut: 'a part',
  unreadable: 'no label',
}

const COLUMNS = ['Label', 'The agent says', 'Evidence', 'Counter', 'Took', 'Seen'] as const

export function labelTable(labels: readonly LabelRecord[]): Html {
  return html`<table class="numbered">
    <thead>
      <tr>
        ${COLUMNS.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${labels.map((label) => labelRow(label, seenWords(label.seen)))}
    </tbody>
  </table>`
}

function seenWords(seen: Seen | null): string {
  return seen === null ? 'nobody said' : SEEN_WORDS[seen]
}

function labelRow(label: Omit<LabelRecord, 'seen'>, seen: string): Html {
  const { n, words, stops, evidence, tookMs, copies, raw } = label
  const cells = [
    [
      'The agent says',
      html`${words}${stops.length === 0 ? '' : ` Meanwhile: ${stops.join(' ')}`} ${rawTalks(raw)}`,
    ],
    ['Evidence', html`${evidence ?? '–'}`],
    ['Counter', html`<span class="short">${counterWords(label)}</span>`],
    ['Took', html`<span class="short">${durationWords(tookMs)}</span>`],
    ['Seen', html`${seen}`],
  ] as const
  return html`<tr>
    <th scope="row">${n}${copies === 1 ? '' : ` (${copies} parts)`}</th>
    ${cells.map(([name, value]) => html`<td data-name="${name}"><div>${value}</div></td>`)}
  </tr>`
}

function counterWords({ odometerBefore, odometerAfter }: Omit<LabelRecord, 'seen'>): string {
  if (odometerBefore === null && odometerAfter === null) return '–'
  return `${odometerBefore ?? '?'} → ${odometerAfter ?? '?'}`
}

function durationWords(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

export function statusList(statuses: readonly StatusRecord[]): Html {
  const items = statuses.map(
    ({ when, words, odometer, tookMs, raw }) =>
      html`<li>
        <b>${capital(when)}</b> ${words}
        <span class="note">
          ${odometer === null ? '' : `Counter ${odometer}.`} ${raw.length === 0 ? '' : durationWords(tookMs)}
        </span>
        ${rawTalks(raw)}
      </li>`,
  )
  return html`<ul class="statuses">
    ${items}
  </ul>`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}:`
}

/** What was said, as bytes and as far as they are letters. */
function rawTalks(talks: readonly RawTalk[]): readonly Html[] {
  if (talks.length === 0) return []
  const items = talks.map(
    ({ asked, answered }) =>
      html`<dl class="raw">
        <div>
          <dt>asked</dt>
          <dd>${bytesOf(asked)}</dd>
        </div>
        <div>
          <dt>answered</dt>
          <dd>${answered === '' ? html`nothing` : bytesOf(answered)}</dd>
        </div>
      </dl>`,
  )
  return [
    html`<details>
      <summary>Bytes</summary>
      ${items}
    </details>`,
  ]
}

function bytesOf(hex: string): Html {
  const text = Buffer.from(hex, 'hex').toString('latin1')
  const pairs = (hex.match(/../g) ?? []).join(' ')
  const shown = Array.from(text, pictured).join('')
  return html`<span class="hex">${pairs}</span><span class="letters">${shown}</span>`
}

const CONTROLS: Readonly<Record<number, string>> = {
  2: 'STX',
  3: 'ETX',
  10: 'LF',
  12: 'FF',
  13: 'CR',
  27: 'ESC',
}

/** Control characters by their names, others that cannot be seen by their number. */
function pictured(sign: string): string {
  const code = sign.charCodeAt(0)
  return code >= 0x20 && code < 0x7f ? sign : `<${CONTROLS[code] ?? code.toString(16).padStart(2, '0')}>`
}

export function troubleSections({ paper, power }: Pick<Run, 'paper' | 'power'>): readonly Html[] {
  return [
    html`<h3>Paper out</h3>
      ${isNotRun(paper) ? notRun(paper.notRun) : paperSection(paper)}`,
    html`<h3>Power loss in the middle of a label</h3>
      ${isNotRun(power) ? notRun(power.notRun) : powerSection(power)}`,
  ]
}

function notRun(why: string): Html {
  return html`<p class="note">Not run: ${why}.</p>`
}

function paperSection(record: PaperRecord): Html {
  const { label, statuses, endedWithoutPaper } = record
  const when = endedWithoutPaper
    ? 'The agent was done with the label before the paper was back.'
    : 'The label was on its way until the paper was back.'
  return html`${saidLine(record)}
    <p class="note">${when}</p>
    ${labelTable([label])} ${statusList(statuses)}`
}

function powerSection(record: PowerRecord): Html {
  const { label, statuses, partsSeen, hasTwice, after } = record
  const count = partsSeen === null ? 'nobody said' : `${partsSeen} of ${POWER_PARTS} came out`
  const twice = hasTwice === true ? ', one of them twice' : ''
  return html`${saidLine(record)}
    <table class="numbered">
      <thead>
        <tr>
          ${COLUMNS.map((name) => html`<th>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${labelRow(label, `${count}${twice}`)} ${labelRow(after, seenWords(after.seen))}
      </tbody>
    </table>
    ${statusList(statuses)}`
}

function saidLine({ said, isSo }: Pick<PaperRecord, 'said' | 'isSo'>): Html {
  if (said.length === 0) return html`<p>The agent did not know that anything was wrong.</p>`
  const word =
    isSo === null
      ? 'Nobody said whether that is so.'
      : isSo
        ? 'The person: that is so.'
        : 'The person: not so.'
  return html`<p>The agent said: “${said.join(' ')}” <b>${word}</b></p>`
}
