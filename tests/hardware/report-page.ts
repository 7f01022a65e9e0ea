// The report as one page without other files: what a printer was asked, what came of it, and what does not go together.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { html, type Html } from '../../agent/test-printer/page/html.ts'
import { holds } from './judgement.ts'
import { labelTable, statusList, troubleSections } from './report-parts.ts'
import { isNotRun, type JudgedRun, type Report } from './run-record.ts'
import { evidenceWords } from './suite-words.ts'

const STYLE = path.join(import.meta.dirname, 'report-page.css')

export function reportPage(report: Report): string {
  const { model, at, agentVersion, system, runs, notRun } = report
  const title = `Printer report: ${model}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ html: readFileSync(STYLE, 'utf8') }}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${verdict(report)}
          <dl>${fact('Agent', agentVersion)}${fact('System', system)}${fact('Time', timeWords(at))}</dl>
          ${overview(runs)}
          <p class="note">
            The labels are the suite’s own: there is no patient data in this report. “Seen” is the word of the
            person; everything else is what the agent or the printer said.
          </p>
        </header>
        <main>${runs.map(runSection)} ${notRun.length === 0 ? [] : [notRunSection(notRun)]}</main>
      </body>
    </html>`.html
}

function timeWords(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}

/** Where there are several ways, which one is well. */
function overview(runs: readonly JudgedRun[]): readonly Html[] {
  if (runs.length < 2) return []
  const rows = runs.map(
    (run) =>
      html`<tr>
        <th scope="row">${run.backend}</th>
        <td data-name="Result" class="${holds(run) ? 'good' : 'bad'}">
          ${holds(run) ? 'nothing contradicts' : 'contradicts'}
        </td>
        <td data-name="Evidence">${run.evidence ?? 'none'}</td>
        <td data-name="Not run">${notDone(run).join(', ') || '–'}</td>
      </tr>`,
  )
  return [
    html`<table>
      <thead>
        <tr>
          ${['Back end', 'Result', 'Evidence', 'Not run'].map((name) => html`<th>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  ]
}

function notDone({ paper, power }: JudgedRun): string[] {
  return [...(isNotRun(paper) ? ['paper out'] : []), ...(isNotRun(power) ? ['power loss'] : [])]
}

function verdict({ runs }: Report): Html {
  const bad = runs.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'contradiction'))
  if (bad.length === 0) return html`<p class="verdict good">Nothing contradicts.</p>`
  return html`<p class="verdict bad">
    ${bad.length === 1 ? 'One thing contradicts' : `${bad.length} things contradict`}: see below.
  </p>`
}

function runSection(run: JudgedRun): Html {
  const { printer, evidence, findings, labels, statuses, language } = run
  const { answeredIn } = language
  return html`<section>
    <h2><span class="code">${printer}</span></h2>
    <p class="verdict ${holds(run) ? 'good' : 'bad'}">
      ${holds(run) ? 'Nothing contradicts.' : 'Something contradicts.'}
    </p>
    ${findings.length === 0 ? [] : [findingList(run)]}
    <dl>
      ${fact('Evidence reached', evidence === null ? 'none' : `${evidence}. ${evidenceWords(evidence)}`)}
      ${fact('Language of the labels', `${language.labels.toUpperCase()}, named by ${language.from}`)}
      ${fact('Answers questions in', answeredIn === null ? 'it was not asked, or did not answer' : answeredIn.toUpperCase())}
      ${fact('Label counter', odometerText(run))} ${fact('Before the first label', run.presence)}
      ${fact('Back end', `${run.backend}, ${WAYS[run.way]}`)} ${fact('Answered by', run.person)}
    </dl>
    <h3>Numbered set</h3>
    ${labelTable(labels)}
    <h3>Status answers</h3>
    ${statusList(statuses)} ${troubleSections(run)} ${answerList(run)}
  </section>`
}

const WAYS: Readonly<Record<JudgedRun['way'], string>> = {
  two_way: 'which can be asked',
  queue: 'a queue of the system, which answers for itself and not for the printer',
  one_way: 'which takes bytes and says nothing',
}

function findingList({ findings }: JudgedRun): Html {
  const items = findings.map(
    ({ kind, text }) =>
      html`<li class="${kind}"><b>${kind === 'note' ? 'Note' : 'Contradiction'}</b> ${text}</li>`,
  )
  return html`<ul class="findings">
    ${items}
  </ul>`
}

function odometerText({ statuses, labels }: JudgedRun): string {
  const read = [
    ...statuses.flatMap(({ odometer }) => odometer ?? []),
    ...labels.flatMap(({ odometerAfter }) => odometerAfter ?? []),
  ].toSorted((one, other) => one - other)
  const [first] = read
  if (first === undefined) return 'not told'
  return `${first} to ${read.at(-1) ?? first} over the numbered set, as far as it was read`
}

function answerList({ answers }: JudgedRun): Html {
  const rows = answers.map(
    ({ id, question, answer }) =>
      html`<tr>
        <th scope="row" class="code">${id}</th>
        <td data-name="Question">${question}</td>
        <td data-name="Answer">${answer ?? 'skipped'}</td>
      </tr>`,
  )
  return html`<details>
    <summary>All ${answers.length} questions and answers</summary>
    <table>
      <thead>
        <tr>
          <th>Question</th>
          <th>Words</th>
          <th>Answer</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`
}

function notRunSection(notRun: Report['notRun']): Html {
  const items = notRun.map(({ backend, why }) => html`<li><b class="code">${backend}</b> ${why}</li>`)
  return html`<section>
    <h2>Not run</h2>
    <ul class="findings">
      ${items}
    </ul>
  </section>`
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
