// What people read about the check of a computer's connection, in English. A group of its own in the catalogue.
import { byCount } from './language.ts'
import type { DiagnosisCode, Hop, Verdict } from '../../diagnosis.ts'
import { conditionText, firewallCommands, type Named } from '../diagnosis-text.ts'
import { spanText } from '../spans.ts'
import { printingEn } from './printing.ts'

export const diagnosisEn = {
  button: 'Check connection',
  again: 'Check again',
  title: (computer: string) => `Connection of ${computer}`,
  intro:
    'The computer tests each place that a label comes by. That takes at most 10 seconds and prints nothing.',
  underWay: 'The computer checks its connection. That takes at most 10 seconds.',
  asOf: 'Checked',
  blocking: 'This stops labels:',
  through: 'Labels get through.',
  throughLan: 'Labels get through, over the local network.',
  throughHub: 'Labels get through, the longer way through the hub.',
  throughNotKnown:
    'Labels reach the printer computer. It does not say how its printer is: look at its own check.',
  /** Above the check of the computer with the printer. */
  there: (computer: string) => `At ${computer}`,
  /** That computer is offline, silent or too old. */
  notAsked: (computer: string) =>
    `Nothing here stops labels. ${computer}, which has the printer, could not be asked; so it is not known whether they come out.`,
  closedNow:
    'The pharmacy is closed at the moment, by its opening hours: a computer that is off then is no problem.',
  whatToDo: 'What to do',
  place: 'Place',
  verdict: 'Result',
  found: 'Found',
  took: 'Took',
  hops: {
    role: 'Role',
    listener: 'Port for labels',
    spool: 'Disk',
    trust: 'Certificate',
    address: 'Address',
    tcp: 'Local network',
    link: 'Encrypted link',
    hub: 'Hub',
    hub_path: 'Way through the hub',
    firewall: 'Firewall',
    clients: 'Clients',
    printer: 'Printer',
    clock: 'Clock',
    other: 'Something else',
  } satisfies Record<Hop, string>,
  verdicts: {
    ok: 'OK',
    attention: 'Attention',
    failed: 'Failed',
    not_tested: 'Not tested',
  } satisfies Record<Verdict, string>,
  text: {
    role_standby: (n) => `Labels go to the standby printer at ${n.computer}: the first printer is away.`,
    role_client: (n) => `Client: hands labels to ${n.computer}.`,
    role_printer: (n) => `Printer computer: prints on ${n.printer}.`,
    role_none: () => 'This computer has no role.',
    role_no_target: () => 'This computer is a Client, but no other computer has a printer.',
    role_no_printer: () => 'This computer is the printer computer, but no printer was chosen.',
    role_not_applied: () => 'The newest role could not be applied, so all is as before it.',
    port_open: (n) => `Labels are taken on port ${n.port}.`,
    port_closed: () => 'No port is open for labels.',
    port_silent: (n) => `Port ${n.port} of this computer does not take connections.`,
    spool_ok: (n) => `Labels can be kept: ${n.mb} MB are free, writing takes ${n.ms} ms.`,
    spool_slow: (n) => `The disk is slow: writing takes ${n.ms} ms. ${n.mb} MB are free.`,
    spool_low: (n) => `The disk is nearly full: ${n.mb} MB are free.`,
    spool_broken: () => 'Nothing can be written to the disk.',
    spool_paused: (n) =>
      `Somebody paused printing at this computer for ${n.count} more min: labels are kept and wait.`,
    trust_ok: (n) => (n.computer === '' ? 'All known.' : `The certificate of ${n.computer} is trusted.`),
    trust_unknown: (n) => `The hub has not told the certificate of ${n.computer} yet.`,
    trust_changed: (n) => `${n.computer} shows another certificate than before.`,
    trust_clients_changed: (n) => `Clients show other certificates than before: ${n.detail}.`,
    address_known: (n) => `${n.computer} is looked for at ${n.detail}.`,
    address_none: (n) => `No address of ${n.computer} in the local network is known.`,
    address_foreign: (n) => `${n.computer} is in another network (${n.detail}).`,
    tcp_connected: (n) => `${n.computer} takes connections on port ${n.port}.`,
    tcp_refused: (n) =>
      `A computer at ${n.detail} refuses port ${n.port}: the agent on ${n.computer} does not run or has another role.`,
    tcp_silent: (n) =>
      `${n.computer} does not answer at ${n.detail}, port ${n.port}: a firewall or the isolation of a Wi-Fi blocks it.`,
    tcp_no_route: (n) => `${n.computer} cannot be found at ${n.detail}: it is off or in another network.`,
    link_up: (n) => `The link to ${n.computer} is up and its certificate is the right one.`,
    link_not_pinned: (n) => `What answers there is not ${n.computer}: it shows another certificate.`,
    link_not_welcome: (n) => `${n.computer} does not take labels from this computer.`,
    link_no_agent: () => 'What answers there is no agent, or a very old one.',
    link_broken: (n) => `The link to ${n.computer} did not come about.`,
    hub_online: (n) => `Connected to the hub, ${n.ms} ms away.`,
    hub_off: () => 'The connection to the hub is off.',
    hub_away: () => 'The hub cannot be reached.',
    hub_refused: () => 'The hub refuses this computer.',
    hub_wants_code: () => 'The hub lets this computer in with a pairing code only.',
    hub_wants_approval: () => 'This computer is paired and waits for an Admin to approve it.',
    hub_has_copy: () =>
      'Another computer is connected with the identity of this one: one of the two is a copy.',
    hub_withdrawn: () =>
      'This computer was withdrawn from its pharmacy: an Admin ended its access in the panel.',
    path_up: (n) => `${n.computer} can be reached through the hub.`,
    path_peer_offline: (n) => `${n.computer} is not connected to the hub.`,
    path_not_passed_on: (n) => `The hub passes nothing on to ${n.computer} at the moment.`,
    firewall_open: (n) => `Clients reach port ${n.port} over the local network.`,
    firewall_closed: (n) => `The firewall of this computer does not let port ${n.port} through.`,
    firewall_perhaps: (n) => `No Client has reached port ${n.port} over the local network.`,
    firewall_unknown: () => 'No Client is there that could try it.',
    clients_linked: (n) => `${n.count} of ${n.total} Clients are linked: ${n.detail}.`,
    clients_missing: (n) => `${n.count} of ${n.total} Clients are linked. Missing: ${n.detail}.`,
    clients_none: () => 'No Client hands labels to this computer.',
    printer_ready: (n) =>
      n.computer === ''
        ? `${n.printer} reports nothing wrong.`
        : `${n.computer} knows of nothing wrong with its printer.`,
    printer_there: (n) => `${n.printer} is there; it does not say how it is.`,
    printer_remark: (n) => `${printerOf(n)}: ${conditionText(n.conditions, printingEn.conditions)}`,
    printer_stopped: (n) =>
      n.conditions.length === 0
        ? `Nothing comes out of the printer of ${n.computer}.`
        : `${printerOf(n)}: ${conditionText(n.conditions, printingEn.conditions)}`,
    printer_away: (n) => `${n.printer} cannot be reached.`,
    printer_busy: (n) => `${n.printer} takes no connection at the moment.`,
    printer_paused: (n) => `Somebody paused printing at ${n.computer}: labels are kept there and wait.`,
    printer_none: (n) => `${n.computer} is the printer computer, but no printer was chosen for it.`,
    printer_waiting: (n) => {
      const where = n.computer === '' ? 'this computer' : n.computer
      return byCount(
        n.count,
        `${n.count} label waits at ${where} and has not come out.`,
        `${n.count} labels wait at ${where} and have not come out.`,
      )
    },
    printer_not_told: (n) => `${n.computer} does not say how its printer is.`,
    clock_ok: () => 'The clock agrees with that of the hub.',
    clock_off: (n) => `The clock is wrong by ${spanText(n.seconds, 'en')}.`,
    clock_unknown: () => 'The hub has not told the time yet.',
    not_tested: () => 'Something else comes first.',
    other: () => 'Something that this version does not know.',
  } satisfies Record<DiagnosisCode, (named: Named) => string>,
  advice: {
    role_none: () => 'The support team gives this computer a role in the panel.',
    role_no_target: () =>
      'The support team makes the computer with the printer the printer computer, in the panel.',
    role_no_printer: () => 'The support team chooses the printer in the panel.',
    role_not_applied: () => 'Remove the reason; it is tried again by itself.',
    port_closed: () => 'End the program that has the port, or choose another port in the panel.',
    port_silent: () =>
      'Restart the agent. If that does not help, a security program on this computer blocks it.',
    spool_paused: () =>
      'It goes on by itself then. To go on now: “Go on printing now” in the window, or agent resume.',
    spool_slow: () => 'Look for programs that load the disk, such as a virus scan, or for a disk that fails.',
    spool_low: () => 'Free space on the disk with the agent’s data folder.',
    spool_broken: () => 'Free space on the disk, and check that it is not write-protected or failing.',
    trust_unknown: (n) => `Start the agent on ${n.computer} and check that it is online in the panel.`,
    trust_changed: (n) =>
      `Compare it on both computers, in the window under Pharmacy (agent keys, agent peers); then trust it there, or with: agent trust ${n.computer}`,
    trust_clients_changed: () =>
      'Compare them on both computers, in the window under Pharmacy (agent keys, agent peers); then trust them there, or with: agent trust NAME',
    address_none: (n) =>
      `Connect ${n.computer} to the pharmacy’s network and check that it is online in the panel.`,
    address_foreign: () =>
      'Connect both computers to the same network, cable or Wi-Fi; guest networks are separate.',
    tcp_refused: (n) =>
      `Start the agent on ${n.computer} and check in the panel that it is the printer computer.`,
    tcp_silent: (n) => `Allow it there: ${firewallCommands(n)}. Switch off the isolation of Wi-Fi clients.`,
    tcp_no_route: (n) =>
      `Switch ${n.computer} on and connect it to the same network. If it is on, its firewall rejects port ${n.port}.`,
    link_not_pinned: (n) =>
      `The address may be another computer’s by now: check that ${n.computer} is online. Else compare, in the window under Pharmacy or with: agent peers`,
    link_not_welcome: (n) =>
      `Wait a minute. Then save the roles in the panel again; on ${n.computer} look into the window under Pharmacy, or at: agent peers`,
    link_no_agent: (n) => `Check the address, and install the newest agent on ${n.computer}.`,
    link_broken: (n) => `Check again. If it stays, restart the agent on ${n.computer}.`,
    hub_off: () => 'Do what it says; what is set is in the window under Settings, or: agent settings',
    hub_away: () =>
      'Check the internet connection, and the address of the hub in the window under Settings, or with: agent settings',
    hub_refused: () =>
      'The overview of the window says more, and so does: agent status. An agent that is too old needs the newest version.',
    hub_wants_code: () =>
      'An Admin makes a pairing code in the panel; type it into the window here, or: agent pair CODE',
    hub_wants_approval: () =>
      'An Admin approves this computer in the panel. It goes on by itself within half a minute.',
    hub_has_copy: () =>
      'On the page of the pharmacy in the panel, an Admin gives one of the two a new identity; the other one goes on.',
    hub_withdrawn: () =>
      'Ask support. An Admin restores its access in the panel, or makes a pairing code; type that into the window here, or: agent pair CODE',
    path_peer_offline: (n) => `Start the agent on ${n.computer} and check its internet connection.`,
    path_not_passed_on: () =>
      'Labels are kept and go over the local network when it works. No computer here needs a restart: if it stays for some minutes, support looks at the hubs and at what connects them.',
    firewall_closed: (n) => `Allow it here: ${firewallCommands(n)}`,
    firewall_perhaps: (n) => `If Clients are on, allow it here: ${firewallCommands(n)}`,
    clients_missing: () =>
      'Those that are switched off come back by themselves; run the check on the others.',
    printer_remark: () => 'Look at the printer soon.',
    printer_stopped: (n) =>
      n.computer === ''
        ? 'Look at the printer; labels wait and come out by themselves.'
        : `Look at the printer of ${n.computer}; labels wait there and come out by themselves.`,
    printer_away: () => 'Switch the printer on, and check its cable and its address.',
    printer_busy: () => 'Labels wait for it. If it stays, switch the printer off and on.',
    printer_paused: (n) =>
      `It goes on by itself when the pause ends. To go on now, at ${n.computer}: “Go on printing now” in the window, or agent resume.`,
    printer_none: () => 'The support team chooses the printer in the panel.',
    printer_waiting: (n) =>
      n.computer === ''
        ? 'Look at the printer; labels come out by themselves.'
        : `Look at the printer of ${n.computer}, and run the check there; labels come out by themselves.`,
    printer_not_told: (n) => `Install the newest version on ${n.computer}, or run the check there.`,
    clock_off: () => 'Set date and time of this computer, or let the system set them by itself.',
  } satisfies Partial<Record<DiagnosisCode, (named: Named) => string>>,
}

/** Its name, or whose it is. */
function printerOf({ computer, printer }: Named): string {
  return computer === '' ? printer : `The printer of ${computer}`
}

export type DiagnosisTexts = typeof diagnosisEn
