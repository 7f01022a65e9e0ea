// What people read at a computer of a pharmacy about belonging to it, in English.

export const agentEn = {
  unpaired:
    'This computer belongs to no pharmacy yet. An Admin makes a pairing code in the panel; type it here with: agent pair CODE',
  pairAgain:
    'To let this computer in again, an Admin makes a pairing code in the panel; type it here with: agent pair CODE',
  waiting: 'An Admin has to approve this computer in the panel. It goes on by itself within half a minute.',
}

export type AgentTexts = typeof agentEn
