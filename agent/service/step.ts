// One step of installing or removing the service, as data: a person reads its purpose first, the program does it then.

export type Step = StepPurpose & Act

interface StepPurpose {
  /** What it does and why, for the person who is asked for an administrator's rights. */
  readonly purpose: string
  /** Where it fails, the service works all the same: the failure is told and the plan goes on. */
  readonly isOptional?: boolean
  /** What a person should know once it was done. */
  readonly remark?: string
}

export type Act =
  | {
      readonly kind: 'run'
      readonly program: string
      readonly args: readonly string[]
      /** Exit codes beside 0 that mean it is as it should be. */
      readonly alsoFine?: readonly number[]
    }
  | { readonly kind: 'write'; readonly file: string; readonly text: string; readonly mode: number }
  | { readonly kind: 'folder'; readonly path: string }
  /** A file, or a folder with all that is in it; fine where there is none. */
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'windows-service'; readonly act: WindowsAct }

/** What is asked of Windows' service manager, and a folder that has its rights (SDDL) from its first moment on. */
export type WindowsAct =
  | { readonly kind: 'create'; readonly service: NewWindowsService }
  | { readonly kind: 'describe'; readonly text: string }
  /** Pauses in ms before the first, second and every later new start; the count begins anew after `resetS` seconds. */
  | { readonly kind: 'restart-on-failure'; readonly pausesMs: readonly number[]; readonly resetS: number }
  /** The service is known by its SID, also to the firewall, whatever program runs as it. */
  | { readonly kind: 'own-sid' }
  | { readonly kind: 'closed-folder'; readonly path: string; readonly rights: string }
  | { readonly kind: 'start' | 'stop' | 'delete' }

export interface NewWindowsService {
  readonly title: string
  readonly account: string
  readonly commandLine: string
}

/** The plan as `--dry-run` shows it: numbered purposes, and below them what is done. */
export function planText(steps: readonly Step[]): string {
  return steps
    .map((step, index) => `${String(index + 1).padStart(2)}. ${step.purpose}\n      ${doneBy(step)}\n`)
    .join('')
}

function doneBy(step: Step): string {
  switch (step.kind) {
    case 'run':
      return [step.program, ...step.args].map(shown).join(' ')
    case 'write':
      return `write ${step.file} (${step.mode.toString(8)})`
    case 'folder':
      return `make the folder ${step.path}`
    case 'remove':
      return `remove ${step.path}`
    case 'rename':
      return `rename ${step.path} to ${step.to}`
    case 'windows-service':
      if (step.act.kind === 'closed-folder') return `make the folder ${step.act.path} with ${step.act.rights}`
      return `service manager: ${step.act.kind.replaceAll('-', ' ')}`
    default:
      return step satisfies never
  }
}

function shown(word: string): string {
  return /^[\w./:@*=%\\-]+$/.test(word) ? word : `"${word}"`
}
