// The launchd daemon: the launcher under an account of its own. Source of every key: launchd.plist(5).
import path from 'node:path'
import { MAC } from '../names.ts'

export interface LaunchdFacts {
  readonly installFolder: string
  readonly node: string
}

export function launchdFile({ installFolder, node }: LaunchdFacts): string {
  const launcher = path.posix.join(installFolder, 'launcher.mjs')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entry('Label', string(MAC.label))}
${entry('ProgramArguments', `<array>${string(node)}${string(launcher)}</array>`)}
${entry('UserName', string(MAC.account))}
${entry('GroupName', string(MAC.account))}
${entry('WorkingDirectory', string(MAC.dataFolder))}
${entry('EnvironmentVariables', `<dict>${inline('NODE_ENV', 'production')}${inline('Agent__DataFolder', MAC.dataFolder)}</dict>`)}
${entry('RunAtLoad', '<true/>')}
${entry('KeepAlive', '<dict><key>SuccessfulExit</key><false/></dict>')}
${entry('ThrottleInterval', '<integer>2</integer>')}
${entry('ExitTimeOut', '<integer>20</integer>')}
${entry('Umask', '<integer>63</integer>')}
${entry('StandardErrorPath', string('/dev/null'))}
</dict>
</plist>
`
}

function entry(key: string, value: string): string {
  return `  <key>${key}</key>\n  ${value}`
}

function inline(key: string, value: string): string {
  return `<key>${key}</key>${string(value)}`
}

function string(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<string>${escaped}</string>`
}
