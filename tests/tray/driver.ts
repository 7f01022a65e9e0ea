// What a scenario may do with a tray app and see of it, whichever Electron runs it.
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import type { Page } from '@playwright/test'

export interface MenuLine {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
}

export interface LaunchOptions {
  /** Where it finds its agent. */
  readonly environment: Environment
  /** Of the system, as tags. */
  readonly languages?: readonly string[]
  /** Another tray of this user runs already. */
  readonly isSecond?: boolean
  /** Runs as it does when it is installed, out of these resources. */
  readonly resources?: string
}

export interface RunningTray {
  /** Name of the icon's file without its ending, after its bar's: `dark/ready`. Null: there is no icon. */
  icon(): Promise<string | null>
  toolTip(): Promise<string>
  /** Every line, those of submenus after the one that opens them. */
  menu(): Promise<readonly MenuLine[]>
  clickMenu(id: string): Promise<void>
  clickIcon(): Promise<void>
  /** Another tray of this user was started. */
  startSecond(): Promise<void>
  /** The page of the one window; null while there is none. Rejects when there are more. */
  page(): Promise<Page | null>
  isWindowShown(): Promise<boolean>
  closeWindow(): Promise<void>
  /** Shown so far: title and body. */
  notifications(): Promise<readonly string[]>
  clickNotification(index: number): Promise<void>
  /** The next file is saved there; null: the person cancels. */
  saveTo(file: string | null): Promise<void>
  hasQuit(): Promise<boolean>
  /** What pages complained of, asked for from outside, or wait for: for the report of a failure. */
  complaints(): readonly string[]
  /** Ends whatever is left. */
  end(): Promise<void>
}

export interface TrayDriver {
  launch(options: LaunchOptions): Promise<RunningTray>
  stop(): Promise<void>
}
