// Names of the channels between preload and main process, without a parser: a sandboxed preload stays small.
export const CHANNELS = {
  ask: 'agent:ask',
  save: 'agent:save',
  administer: 'agent:administer',
  go: 'agent:go',
} as const
