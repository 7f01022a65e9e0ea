// The help text of the command line.
import { AgentApi } from '../contract/agent-api.ts'
import { EXIT } from './exit-codes.ts'
import { table } from './text.ts'

export const HELP = `agent: keeps this computer connected to the pharmacy's device relay

  agent run                        run the agent until it is stopped
  agent pair CODE                  pair this computer with a pharmacy, with a
                                   code that an Admin makes in the panel
  agent status                     what the running agent is doing; exit code 1
                                   while something needs a person
  agent doctor                     test every place that a label comes by: what
                                   stops labels, and what to do; exit code 1
                                   when something does. Prints nothing
  agent ask-for-help "WORDS"       ask support for help, with a check of this
                                   computer; words are optional. Without a
                                   connection it is kept, and sent later
  agent open                       open the pages of this agent in a browser on
                                   this computer, by a link that is good once
  agent logs [LINES]               the newest lines of the agent's own log, also
                                   while it does not run
  agent bundle FILE                write what support needs into a new file:
                                   state, settings, log; without labels, keys
                                   and names; with - to standard output
  agent printers                   the printers of this computer
  agent local-printer              Windows: whether it has a printer that leads
                                   to this agent, so that every program prints
                                   labels
  agent local-printer add          add it, or point it at the port that is
                                   open; Windows asks for an administrator
  agent local-printer remove       remove it
  agent print FILE                 print a file as it is; with - for FILE it is
                                   read from standard input; exit code 1 when
                                   it is held because it is cut
  agent jobs                       the last 50 labels, what became of each
  agent jobs --only LIST           those of one list: not-out did not come out,
                                   waits are still to come, asks need an answer
  agent jobs --before N            the 50 before label N; with --all every page
                                   from there on, one after the other
  agent waiting                    how many labels wait, are held or unknown;
                                   exit code 1 when there are any
  agent job N                      one label: each step, its time, the evidence
  agent answer N printed           an unknown label did come out
  agent answer N reprint           it did not: print it again, marked as reprint
  agent release N                  print a held or expired label
  agent cancel N                   drop a label that waits or is held
  agent reprint N                  print a label once more, marked as reprint
                                   (both: --anyway when its printer has stopped
                                   and it may still come out)
  agent peers                      the computers that labels are exchanged with,
                                   and their certificates
  agent trust COMPUTER             confirm another certificate of a computer,
                                   once it was compared; --yes DIGITS names it
                                   by its first digits instead of asking
  agent trust PRINTER              the same for the certificate of a printer,
                                   such as tls:192.168.1.50:9143
  agent keys                       the certificate of this computer
  agent keys rotate                exchange its key for a new one
  agent pause [MINUTES]            take labels and keep them, 30 minutes or up
                                   to 480; it ends by itself
  agent resume                     end the pause: what waits comes out
  agent use-first                  use the first printer again, where labels go
                                   to the standby printer
  agent test                       send a test label the way of every label;
                                   exit code 1 when it has not left after 6 s
  agent updates                    the version, and how the last update went
  agent updates check              look for an update now, and take it
  agent updates back               go back to the version before
  agent stop                       stop the running agent
  agent service install            run the agent as a service of this computer,
                                   from its start on; as administrator. With
                                   --pair CODE it is paired at once, unless it
                                   is already; with - the code is asked for
  agent service start, stop, restart, status
  agent service remove             remove it with its data; asks when labels
                                   wait
  agent settings                   every setting, its value, where it comes from
  agent settings set NAME VALUE    change one; with - for VALUE it is asked for,
                                   or read from standard input
  agent settings unset NAME        remove what was set
  agent help settings              what each setting means
  agent help api                   what programs may ask the running agent:
                                   HTTP over its socket, also with curl
  agent help                       this text

Options
  --json       print JSON; with --all a list for each page
  --hub URL    pair and service install: the address of the portal, stored
               once it said yes; without it the setting HubUrl
  --again      pair: pair anew a computer that is in a pharmacy; labels that
               wait are held when it is another one. service install: in place
               of the one that is installed
  --driver NAME, --to HOST:PORT
               local-printer add only: a driver that Windows has, instead of
               "Generic / Text Only"; where labels are taken, instead of
               asking the running agent
  --no-ask     local-printer only: Windows asks nobody for an administrator
  --no-browser open only: just print the link
  --dry-run    service only: show what would be done, and do nothing
  --keep-data, --delete-data
               service remove only: leave settings, keys and labels, or do
               not ask about labels that wait
  --version    print the version

Examples
  agent pair BCDF-GHJK --hub https://portal.example
  agent pair BCDF-GHJK --again
  agent settings set Printers tcp:192.168.1.50:9100,folder:/srv/labels
  agent print - < label.zpl
  agent answer B-17 printed
  Agent__DataFolder=/tmp/one agent run
  agent status --json

Settings can also be environment variables, such as Agent__HubUrl; these win.
Agent__DataFolder and Agent__ControlSocket tell which agent is meant.

N is the number that agent jobs shows, such as B-17, or the id of a label;
17 alone is one that this computer took itself.

Exit codes
  ${EXIT.ok}   done            ${EXIT.failed}   failed, the reason is on standard error
  ${EXIT.usage}   wrong usage     ${EXIT.notRunning}   the agent is not running
  ${EXIT.watchdog}  run only: no sign of life from the hub, start the agent again
  ${EXIT.signalled} run only: ended by a signal, its launcher starts it again
`

/** Of the local interface, made from its contract. `socket`: the agent that is meant. */
export function apiHelp(socket: string): string {
  const rows = Object.values(AgentApi).map(({ method, path, summary }) => [method, path, summary])
  return `The agent answers HTTP at ${socket}

${how(socket)}

${table(rows, 2)}
JSON in and out where nothing else is said; refusals are problem details
(RFC 9457), whose "code" says what is the matter.
`
}

function how(socket: string): string {
  if (!socket.startsWith('\\\\'))
    return [
      `  curl --unix-socket ${socket} http://agent/v1/status`,
      `  curl --unix-socket ${socket} --data-binary @label.zpl http://agent/v1/jobs`,
    ].join('\n')
  // curl of Windows knows no named pipes; the agent brings a node that does.
  return `which is a named pipe; with the node.exe beside the agent:

  node -e "require('http').get({ socketPath: String.raw\`${socket}\`, path: '/v1/status' }, (r) => r.pipe(process.stdout))"`
}
