// relayctl doctor: measures, has it judged, says for each thing what to do.
import { isUnwell, type Finding } from '../doctor/finding.ts'
import { examine } from '../doctor/examine.ts'
import { configIn } from '../machine/installation.ts'
import { EXIT } from '../refused.ts'
import type { Command } from './command.ts'

const WORDS = { well: 'well', soon: 'SOON', now: 'NOW', unknown: 'unknown' } as const

/** Works on half an installation too: that is when it is asked. */
export const doctor: Command = async ({ places, options, report }) => {
  const findings = await examine({ places, config: configIn(places), backups: options.to ?? places.backups })
  report.answer({ findings }, findings.flatMap(findingLines))
  return isUnwell(findings) ? EXIT.unwell : EXIT.done
}

function findingLines({ about, level, says, todo }: Finding): string[] {
  const line = `${WORDS[level].padEnd(8)} ${about}: ${says}`
  return todo === '' ? [line] : [line, `         → ${todo}`]
}
