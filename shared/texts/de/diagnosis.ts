// What people read about the check of a computer's connection, in German.
import { byCount } from './language.ts'
import type { DiagnosisTexts } from '../en/diagnosis.ts'
import { conditionText, firewallCommands, type Named } from '../diagnosis-text.ts'
import { spanText } from '../spans.ts'
import { printingDe } from './printing.ts'

/** Its name, or whose it is. */
function printerOf({ computer, printer }: Named): string {
  return computer === '' ? printer : `Der Drucker von ${computer}`
}

export const diagnosisDe: DiagnosisTexts = {
  button: 'Verbindung prüfen',
  again: 'Erneut prüfen',
  title: (computer) => `Verbindung von ${computer}`,
  intro:
    'Der Rechner prüft jede Stelle, an der ein Etikett vorbeikommt. Das dauert höchstens 10 Sekunden und druckt nichts.',
  underWay: 'Der Rechner prüft seine Verbindung. Das dauert höchstens 10 Sekunden.',
  asOf: 'Geprüft',
  blocking: 'Das hält Etiketten auf:',
  through: 'Etiketten kommen durch.',
  throughLan: 'Etiketten kommen durch, über das lokale Netz.',
  throughHub: 'Etiketten kommen durch, auf dem längeren Weg über den Hub.',
  throughNotKnown:
    'Etiketten erreichen den Druckrechner. Wie es seinem Drucker geht, sagt er nicht: Prüfen Sie auch dort.',
  there: (computer: string) => `Bei ${computer}`,
  notAsked: (computer: string) =>
    `Hier hält nichts Etiketten auf. ${computer} mit dem Drucker ließ sich nicht fragen; ob sie herauskommen, ist daher nicht bekannt.`,
  closedNow:
    'Die Apotheke hat gerade geschlossen, nach ihren Öffnungszeiten: ein Rechner, der dann aus ist, ist kein Problem.',
  whatToDo: 'Was zu tun ist',
  place: 'Stelle',
  verdict: 'Ergebnis',
  found: 'Befund',
  took: 'Dauer',
  hops: {
    role: 'Rolle',
    listener: 'Port für Etiketten',
    spool: 'Datenträger',
    trust: 'Zertifikat',
    address: 'Adresse',
    tcp: 'Lokales Netz',
    link: 'Verschlüsselte Verbindung',
    hub: 'Hub',
    hub_path: 'Weg über den Hub',
    firewall: 'Firewall',
    clients: 'Clients',
    printer: 'Drucker',
    clock: 'Uhr',
    other: 'Etwas anderes',
  },
  verdicts: { ok: 'In Ordnung', attention: 'Achtung', failed: 'Fehler', not_tested: 'Nicht geprüft' },
  text: {
    role_standby: (n) => `Etiketten gehen an den Ersatzdrucker bei ${n.computer}: Der erste Drucker fehlt.`,
    role_client: (n) => `Client: gibt Etiketten an ${n.computer} weiter.`,
    role_printer: (n) => `Druckrechner: druckt auf ${n.printer}.`,
    role_none: () => 'Dieser Rechner hat keine Rolle.',
    role_no_target: () => 'Dieser Rechner ist ein Client, aber kein anderer Rechner hat einen Drucker.',
    role_no_printer: () => 'Dieser Rechner ist der Druckrechner, aber es wurde kein Drucker gewählt.',
    role_not_applied: () => 'Die neueste Rolle ließ sich nicht anwenden, alles ist wie davor.',
    port_open: (n) => `Etiketten werden auf Port ${n.port} angenommen.`,
    port_closed: () => 'Für Etiketten ist kein Port offen.',
    port_silent: (n) => `Port ${n.port} dieses Rechners nimmt keine Verbindungen an.`,
    spool_ok: (n) => `Etiketten können aufbewahrt werden: ${n.mb} MB sind frei, Schreiben dauert ${n.ms} ms.`,
    spool_slow: (n) => `Der Datenträger ist langsam: Schreiben dauert ${n.ms} ms. ${n.mb} MB sind frei.`,
    spool_low: (n) => `Der Datenträger ist fast voll: ${n.mb} MB sind frei.`,
    spool_broken: () => 'Auf den Datenträger kann nicht geschrieben werden.',
    spool_paused: (n) =>
      `Jemand hat das Drucken an diesem Rechner angehalten, noch für ${n.count} min: Etiketten werden aufbewahrt und warten.`,
    trust_ok: (n) =>
      n.computer === '' ? 'Alle bekannt.' : `Dem Zertifikat von ${n.computer} wird vertraut.`,
    trust_unknown: (n) => `Der Hub hat das Zertifikat von ${n.computer} noch nicht mitgeteilt.`,
    trust_changed: (n) => `${n.computer} zeigt ein anderes Zertifikat als zuvor.`,
    trust_clients_changed: (n) => `Clients zeigen andere Zertifikate als zuvor: ${n.detail}.`,
    address_known: (n) => `${n.computer} wird unter ${n.detail} gesucht.`,
    address_none: (n) => `Von ${n.computer} ist keine Adresse im lokalen Netz bekannt.`,
    address_foreign: (n) => `${n.computer} ist in einem anderen Netz (${n.detail}).`,
    tcp_connected: (n) => `${n.computer} nimmt Verbindungen auf Port ${n.port} an.`,
    tcp_refused: (n) =>
      `Ein Rechner unter ${n.detail} weist Port ${n.port} ab: Der Agent auf ${n.computer} läuft nicht oder hat eine andere Rolle.`,
    tcp_silent: (n) =>
      `${n.computer} antwortet nicht unter ${n.detail}, Port ${n.port}: Eine Firewall oder die Isolation eines WLANs sperrt ihn.`,
    tcp_no_route: (n) =>
      `${n.computer} ist unter ${n.detail} nicht zu finden: Er ist aus oder in einem anderen Netz.`,
    link_up: (n) => `Die Verbindung zu ${n.computer} steht, und sein Zertifikat ist das richtige.`,
    link_not_pinned: (n) => `Was dort antwortet, ist nicht ${n.computer}: Es zeigt ein anderes Zertifikat.`,
    link_not_welcome: (n) => `${n.computer} nimmt von diesem Rechner keine Etiketten an.`,
    link_no_agent: () => 'Was dort antwortet, ist kein Agent oder ein sehr alter.',
    link_broken: (n) => `Die Verbindung zu ${n.computer} kam nicht zustande.`,
    hub_online: (n) => `Mit dem Hub verbunden, ${n.ms} ms entfernt.`,
    hub_off: () => 'Die Verbindung zum Hub ist aus.',
    hub_away: () => 'Der Hub ist nicht erreichbar.',
    hub_refused: () => 'Der Hub weist diesen Rechner ab.',
    hub_wants_code: () => 'Der Hub lässt diesen Rechner nur mit einem Kopplungscode ein.',
    hub_wants_approval: () => 'Dieser Rechner ist gekoppelt und wartet auf die Freigabe durch einen Admin.',
    hub_has_copy: () =>
      'Ein anderer Rechner ist mit der Identität von diesem verbunden: Einer von beiden ist eine Kopie.',
    hub_withdrawn: () =>
      'Diesem Rechner wurde der Zugang zu seiner Apotheke entzogen: Ein Admin hat das im Panel getan.',
    path_up: (n) => `${n.computer} ist über den Hub erreichbar.`,
    path_peer_offline: (n) => `${n.computer} ist nicht mit dem Hub verbunden.`,
    path_not_passed_on: (n) => `Der Hub leitet im Moment nichts an ${n.computer} weiter.`,
    firewall_open: (n) => `Clients erreichen Port ${n.port} über das lokale Netz.`,
    firewall_closed: (n) => `Die Firewall dieses Rechners lässt Port ${n.port} nicht durch.`,
    firewall_perhaps: (n) => `Kein Client hat Port ${n.port} über das lokale Netz erreicht.`,
    firewall_unknown: () => 'Es ist kein Client da, der es versuchen könnte.',
    clients_linked: (n) => `${n.count} von ${n.total} Clients sind verbunden: ${n.detail}.`,
    clients_missing: (n) => `${n.count} von ${n.total} Clients sind verbunden. Es fehlen: ${n.detail}.`,
    clients_none: () => 'Kein Client gibt Etiketten an diesen Rechner weiter.',
    printer_ready: (n) =>
      n.computer === ''
        ? `${n.printer} meldet keine Störung.`
        : `${n.computer} weiß von keiner Störung seines Druckers.`,
    printer_there: (n) => `${n.printer} ist da, meldet seinen Zustand aber nicht.`,
    printer_remark: (n) => `${printerOf(n)}: ${conditionText(n.conditions, printingDe.conditions)}`,
    printer_stopped: (n) =>
      n.conditions.length === 0
        ? `Aus dem Drucker von ${n.computer} kommt nichts heraus.`
        : `${printerOf(n)}: ${conditionText(n.conditions, printingDe.conditions)}`,
    printer_away: (n) => `${n.printer} ist nicht erreichbar.`,
    printer_busy: (n) => `${n.printer} nimmt gerade keine Verbindung an.`,
    printer_paused: (n) =>
      `Jemand hat das Drucken an ${n.computer} angehalten: Etiketten werden dort aufbewahrt und warten.`,
    printer_none: (n) => `${n.computer} ist der Druckrechner, aber es wurde kein Drucker für ihn gewählt.`,
    printer_waiting: (n) => {
      const where = n.computer === '' ? 'auf diesem Rechner' : `bei ${n.computer}`
      return byCount(
        n.count,
        `${n.count} Etikett wartet ${where} und ist nicht herausgekommen.`,
        `${n.count} Etiketten warten ${where} und sind nicht herausgekommen.`,
      )
    },
    printer_not_told: (n) => `${n.computer} sagt nicht, wie es seinem Drucker geht.`,
    clock_ok: () => 'Die Uhr stimmt mit der des Hubs überein.',
    clock_off: (n) => `Die Uhr geht um ${spanText(n.seconds, 'de')} falsch.`,
    clock_unknown: () => 'Der Hub hat die Uhrzeit noch nicht mitgeteilt.',
    not_tested: () => 'Erst muss etwas anderes behoben werden.',
    other: () => 'Etwas, das diese Version nicht kennt.',
  },
  advice: {
    role_none: () => 'Der Support gibt diesem Rechner im Panel eine Rolle.',
    role_no_target: () => 'Der Support macht im Panel den Rechner mit dem Drucker zum Druckrechner.',
    role_no_printer: () => 'Der Support wählt im Panel den Drucker.',
    role_not_applied: () => 'Beseitigen Sie den Grund; es wird von selbst erneut versucht.',
    port_closed: () =>
      'Beenden Sie das Programm, das den Port hat, oder wählen Sie im Panel einen anderen Port.',
    port_silent: () =>
      'Starten Sie den Agenten neu. Hilft das nicht, sperrt ein Schutzprogramm auf diesem Rechner ihn.',
    spool_paused: () =>
      'Dann geht es von selbst weiter. Sofort: „Jetzt weiterdrucken“ im Fenster oder agent resume.',
    spool_slow: () =>
      'Suchen Sie Programme, die den Datenträger belasten, etwa einen Virenscan, oder einen Defekt.',
    spool_low: () => 'Schaffen Sie Platz auf dem Datenträger mit dem Datenordner des Agenten.',
    spool_broken: () =>
      'Schaffen Sie Platz und prüfen Sie, ob der Datenträger schreibgeschützt oder defekt ist.',
    trust_unknown: (n) =>
      `Starten Sie den Agenten auf ${n.computer} und prüfen Sie, ob er im Panel online ist.`,
    trust_changed: (n) =>
      `Vergleichen Sie es auf beiden Rechnern, im Fenster unter „Apotheke“ (agent keys, agent peers); dann vertrauen Sie ihm dort, oder mit: agent trust ${n.computer}`,
    trust_clients_changed: () =>
      'Vergleichen Sie sie auf beiden Rechnern, im Fenster unter „Apotheke“ (agent keys, agent peers); dann vertrauen Sie ihnen dort, oder mit: agent trust NAME',
    address_none: (n) =>
      `Verbinden Sie ${n.computer} mit dem Netz der Apotheke und prüfen Sie, ob er im Panel online ist.`,
    address_foreign: () =>
      'Verbinden Sie beide mit demselben Netz, Kabel oder WLAN; Gastnetze sind getrennt.',
    tcp_refused: (n) =>
      `Starten Sie den Agenten auf ${n.computer} und prüfen Sie im Panel, ob er der Druckrechner ist.`,
    tcp_silent: (n) => `Erlauben Sie ihn dort: ${firewallCommands(n)}. Schalten Sie die WLAN-Isolation aus.`,
    tcp_no_route: (n) =>
      `Schalten Sie ${n.computer} ein, im selben Netz. Ist er an, weist seine Firewall Port ${n.port} ab.`,
    link_not_pinned: (n) =>
      `Die Adresse gehört vielleicht einem anderen: Ist ${n.computer} online? Sonst vergleichen Sie, im Fenster unter „Apotheke“ oder mit: agent peers`,
    link_not_welcome: (n) =>
      `Warten Sie eine Minute. Speichern Sie dann die Rollen im Panel erneut; sehen Sie auf ${n.computer} im Fenster unter „Apotheke“ nach, oder mit: agent peers`,
    link_no_agent: (n) =>
      `Prüfen Sie die Adresse und installieren Sie den neuesten Agenten auf ${n.computer}.`,
    link_broken: (n) => `Prüfen Sie erneut. Bleibt es dabei, starten Sie den Agenten auf ${n.computer} neu.`,
    hub_off: () =>
      'Tun Sie, was dort steht; was eingestellt ist, steht im Fenster unter „Einstellungen“, oder: agent settings',
    hub_away: () =>
      'Prüfen Sie die Internetverbindung, und die Adresse des Hubs im Fenster unter „Einstellungen“, oder mit: agent settings',
    hub_refused: () =>
      'Mehr sagt die Übersicht im Fenster, oder: agent status. Ein zu alter Agent braucht die neueste Version.',
    hub_wants_code: () =>
      'Ein Admin erzeugt im Panel einen Kopplungscode; geben Sie ihn hier im Fenster ein, oder: agent pair CODE',
    hub_wants_approval: () =>
      'Ein Admin gibt diesen Rechner im Panel frei. Danach geht es innerhalb einer halben Minute von selbst weiter.',
    hub_has_copy: () =>
      'Auf der Seite der Apotheke im Panel gibt ein Admin einem der beiden eine neue Identität; der andere arbeitet weiter.',
    hub_withdrawn: () =>
      'Fragen Sie den Support. Ein Admin stellt den Zugang im Panel wieder her oder macht einen Kopplungscode; geben Sie diesen hier ins Fenster ein, oder: agent pair CODE',
    path_peer_offline: (n) =>
      `Starten Sie den Agenten auf ${n.computer} und prüfen Sie seine Internetverbindung.`,
    path_not_passed_on: () =>
      'Etiketten bleiben erhalten und gehen über das lokale Netz, wenn es geht. Kein Rechner muss neu gestartet werden: Bleibt es einige Minuten dabei, sieht der Support nach den Hubs und ihrer Verbindung.',
    firewall_closed: (n) => `Erlauben Sie ihn hier: ${firewallCommands(n)}`,
    firewall_perhaps: (n) => `Sind Clients an, erlauben Sie ihn hier: ${firewallCommands(n)}`,
    clients_missing: () => 'Ausgeschaltete kommen von selbst wieder; prüfen Sie die Verbindung der anderen.',
    printer_remark: () => 'Sehen Sie bald nach dem Drucker.',
    printer_stopped: (n) =>
      n.computer === ''
        ? 'Sehen Sie nach dem Drucker; Etiketten warten und kommen von selbst.'
        : `Sehen Sie nach dem Drucker von ${n.computer}; Etiketten warten dort und kommen von selbst.`,
    printer_away: () => 'Schalten Sie den Drucker ein; prüfen Sie Kabel und Adresse.',
    printer_busy: () => 'Etiketten warten auf ihn. Bleibt es dabei, schalten Sie den Drucker aus und ein.',
    printer_paused: (n) =>
      `Nach der Pause geht es von selbst weiter. Sofort, an ${n.computer}: „Jetzt weiterdrucken“ im Fenster oder agent resume.`,
    printer_none: () => 'Der Support wählt im Panel den Drucker.',
    printer_waiting: (n) =>
      n.computer === ''
        ? 'Sehen Sie nach dem Drucker; Etiketten kommen von selbst.'
        : `Sehen Sie nach dem Drucker von ${n.computer}, und prüfen Sie dort die Verbindung; Etiketten kommen von selbst.`,
    printer_not_told: (n) =>
      `Installieren Sie auf ${n.computer} die neueste Version, oder prüfen Sie dort die Verbindung.`,
    clock_off: () =>
      'Stellen Sie Datum und Uhrzeit dieses Rechners, oder lassen Sie sie das System selbst stellen.',
  },
}
