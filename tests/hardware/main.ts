// `npm run test:printer`: numbered labels on a real printer, or on the test printer; code 1 when something contradicts.
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { printerKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { EXTRA_PRINTER_FORMS, parseExtraPrinters } from '../../agent/core/printers/kinds/extra-printers.ts'
import { NAMED } from '../../agent/core/printers/kinds/named-kinds.ts'
import { choice, text, whole, type Option } from '../kit/options.ts'
import { runProgram } from '../kit/program.ts'
import { answersOfFile, usualAnswers } from './answers-given.ts'
import type { Person } from './person.ts'
import { suiteAtPrinter, suiteAtTestPrinter } from './runs.ts'
import { summaryText, writeReport } from './report-files.ts'
import { holds } from './judgement.ts'
import { STAND_INS } from './stand-ins.ts'
import { SUITE_LANGUAGES } from './suite-labels.ts'

const printerOption: Option<string | null> = {
  help: `${EXTRA_PRINTER_FORMS.join(', ')}, cups:QUEUE, usb:..., win:NAME; without it, the test printer`,
  value: 'URI',
  fallback: null,
  read: (id) => {
    const kind = printerKind(id)
    if (kind === 'other' || !PrinterName.safeParse(id).success)
      throw new Error('must be named as the agent names it, such as tcp:192.168.1.50:9100')
    const named = NAMED[kind] === null ? [] : parseExtraPrinters(id)
    if ('fault' in named) throw new Error(named.fault)
    return id
  },
}

const answersOption: Option<Person | null> = {
  help: 'no person: "yes" takes the usual answers, a JSON file has them by question; trouble that nobody makes is not run',
  value: 'FILE|yes',
  fallback: null,
  read: (given) => (given === 'yes' ? usualAnswers : answersOfFile(given)),
}

await runProgram({
  name: 'test:printer',
  about: `Prints numbered labels through the agent's back ends, asks the printer what it can tell and the person what only eyes
can tell, and writes a report that can be mailed; code 1 when something contradicts. Without --printer it runs at the test
printer through every back end of this machine, and its roll answers for the person.`,
  options: {
    printer: printerOption,
    language: choice('of its labels; else what the printer names, else you are asked', SUITE_LANGUAGES),
    model: text('for the report; else what the printer names, else you are asked', 'NAME'),
    labels: whole('of the numbered set', { low: 2, high: 50, fallback: 5 }),
    answers: answersOption,
    only: choice('one back end at the test printer', STAND_INS),
    to: text('where the report goes; test-results/printers', 'FOLDER'),
  },
  run: async ({ printer, answers, only, to, labels, language, model }, say) => {
    const wanted = { labels, language, model, say }
    const report =
      printer === null
        ? await suiteAtTestPrinter({ ...wanted, backends: only === null ? STAND_INS : [only] })
        : await suiteAtPrinter({ ...wanted, printer, person: answers })
    const files = writeReport(report, to)
    return { text: summaryText(report, files), isGood: report.runs.every(holds) }
  },
})
