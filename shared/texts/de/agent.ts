// What people read at a computer of a pharmacy about belonging to it, in German.
import type { AgentTexts } from '../en/agent.ts'

export const agentDe: AgentTexts = {
  unpaired:
    'Dieser Rechner gehört noch zu keiner Apotheke. Ein Admin erzeugt im Panel einen Kopplungscode; hier eingeben mit: agent pair CODE',
  pairAgain:
    'Damit dieser Rechner wieder hineinkommt, erzeugt ein Admin im Panel einen Kopplungscode; hier eingeben mit: agent pair CODE',
  waiting:
    'Ein Admin muss diesen Rechner im Panel freigeben. Danach geht es innerhalb einer halben Minute von selbst weiter.',
}
