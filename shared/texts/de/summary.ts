// What an icon, the window's first line and the tray's menu say in one sentence, in German.
import { byCount } from './language.ts'
import type { SummaryTexts } from '../en/summary.ts'
import { spanText } from '../spans.ts'
import type { SummaryNamed } from '../summary-text.ts'

const labels = (n: number) => byCount(n, `${n} Etikett`, `${n} Etiketten`)
const where = ({ printer, computer }: SummaryNamed) =>
  printer !== '' ? ` auf ${printer}` : computer !== '' ? ` bei ${computer}` : ''

export const summaryDe: SummaryTexts = {
  levels: { ready: 'Bereit', working: 'Beschäftigt', attention: 'Braucht Hilfe', offline: 'Offline' },
  text: {
    ready: (n) => `Etiketten kommen${where(n)} heraus.`,
    ready_through_hub: (n) => `Etiketten kommen${where(n)} heraus, auf dem längeren Weg über den Hub.`,
    ready_at_standby: (n) =>
      `Etiketten kommen seit ${n.time} bei ${n.computer} (Ersatzdrucker) heraus: Der erste Drucker fehlt.`,
    ready_hub_away: (n) => `Etiketten kommen${where(n)} heraus. Der Hub ist nicht erreichbar.`,
    office_printer: (n) =>
      `${n.printer} druckt Dokumente: Etiketten kommen vielleicht als Text heraus oder gar nicht.`,
    ready_printer_remark: (n) => `Etiketten kommen${where(n)} heraus.`,
    ready_clock_off: (n) =>
      `Etiketten kommen${where(n)} heraus. Die Uhr dieses Rechners geht um ${spanText(n.seconds, 'de')} falsch.`,
    ready_some_failed: (n) =>
      `Etiketten kommen${where(n)} heraus. Im Lauf des letzten Tages ${byCount(n.count, 'kam', 'kamen')} ${labels(n.count)} nicht heraus.`,
    working: (n) => `${labels(n.count)} unterwegs.`,
    starting: () => 'Pharmacy Relay startet.',
    connecting: (n) => `Verbindung zu ${n.computer} wird aufgebaut.`,
    labels_refused: (n) =>
      `Um ${n.time} Uhr konnte ein Etikett nicht angenommen werden; das sendende Programm weiß davon.`,
    paused: (n) => `Pause bis ${n.time} Uhr. Etiketten werden aufbewahrt und warten.`,
    unpaired: () => 'Dieser Rechner gehört noch zu keiner Apotheke.',
    withdrawn: () => 'Diesem Rechner wurde der Zugang zu seiner Apotheke entzogen.',
    pair_again: () => 'Der Hub lässt diesen Rechner nicht mehr herein.',
    waits_for_approval: () => 'Dieser Rechner wartet darauf, dass ein Admin ihn freigibt.',
    identity_conflict: () =>
      'Ein anderer Rechner verwendet die Identität von diesem: Einer der beiden ist eine Kopie.',
    too_old: () => 'Pharmacy Relay auf diesem Rechner ist zu alt für den Hub.',
    hub_refuses: () => 'Der Hub weist diesen Rechner ab.',
    no_role: () => 'Dieser Rechner hat noch keine Rolle.',
    no_role_no_hub: () => 'Der Hub ist nicht erreichbar, und dieser Rechner hat noch keine Rolle.',
    port_taken: (n) =>
      `Ein anderes Programm auf diesem Rechner hat Port ${n.port}: Etiketten können nicht angenommen werden.`,
    printer_missing: (n) => `Der gewählte Drucker, ${n.printer}, ist an diesem Rechner nicht zu finden.`,
    not_set_up: () => 'Die Wahl des Supports ließ sich nicht einrichten: Etiketten werden nicht angenommen.',
    no_printer: () => 'Für diesen Rechner ist kein Drucker gewählt.',
    no_target: () => 'Kein Rechner der Apotheke hat den Drucker. Etiketten werden aufbewahrt und warten.',
    port_closed: () => 'Etiketten können nicht angenommen werden: Der Port dafür ist geschlossen.',
    printer_stopped: () => 'Der Drucker hat angehalten.',
    stopped_there: (n) => `Bei ${n.computer} kommt nichts heraus.`,
    paused_there: (n) => `Bei ${n.computer} ist Pause. Etiketten werden dort aufbewahrt und warten.`,
    no_printer_there: (n) =>
      `Für ${n.computer} ist kein Drucker gewählt. Etiketten werden dort aufbewahrt und warten.`,
    off_there: (n) =>
      `${n.computer} ist aus, ohne Netz oder sein Agent beendet. Etiketten bleiben und gehen von selbst weiter.`,
    no_way: (n) =>
      `Etiketten erreichen ${n.computer} nicht. Sie werden aufbewahrt und von selbst weitergegeben.`,
    not_applied: () =>
      'Die neueste Einstellung dieses Rechners ließ sich nicht anwenden; die vorige gilt weiter.',
    peer_changed: () => 'Ein anderer Rechner zeigt ein Zertifikat, das hier nicht bekannt ist.',
    unknown_labels: (n) =>
      byCount(
        n.count,
        `Kam Etikett ${n.job} heraus? Bitte nachsehen.`,
        `Kamen ${labels(n.count)} heraus? Bitte nachsehen.`,
      ),
    held_labels: (n) => `${labels(n.count)} zurückgehalten: Jemand muss entscheiden.`,
    labels_wait: (n) =>
      byCount(
        n.count,
        `${n.count} Etikett wartet und kommt zurzeit nicht heraus.`,
        `${n.count} Etiketten warten und kommen zurzeit nicht heraus.`,
      ),
    not_running: () => 'Pharmacy Relay läuft nicht. Es kommen keine Etiketten heraus.',
    not_answering: () => 'Pharmacy Relay antwortet nicht. Vielleicht kommen keine Etiketten heraus.',
    not_allowed: () =>
      'Dieser Benutzer darf den Zustand von Pharmacy Relay nicht sehen. Vielleicht kommen Etiketten trotzdem heraus.',
    not_understood: () => 'Dieses Symbol und der Dienst von Pharmacy Relay haben verschiedene Versionen.',
  },
  advice: {
    ready_through_hub: () => 'Die Verbindungsprüfung zeigt, warum das lokale Netz nicht benutzt wird.',
    ready_at_standby: () => 'Prüfen Sie, ob der erste Drucker und sein Rechner eingeschaltet sind.',
    ready_hub_away: () =>
      'Etiketten brauchen ihn hier nicht. Der Support sieht diesen Rechner nicht, bis er wieder da ist.',
    ready_clock_off: () =>
      'Stellen Sie Datum und Uhrzeit, oder lassen Sie sie das System stellen; sonst kann der Support den Rechner verlieren.',
    ready_some_failed: () => 'Sehen Sie nach, welche das waren, und drucken Sie noch einmal, was fehlt.',
    labels_refused: () =>
      'Meist ist der Datenträger dieses Rechners voll: Schaffen Sie Platz und senden Sie das Etikett aus Ihrem Etikettenprogramm noch einmal.',
    paused: () => 'Mit „Jetzt weiterdrucken“ kommen sie heraus.',
    unpaired: () => 'Lassen Sie sich vom Support einen Kopplungscode geben, und geben Sie ihn hier ein.',
    withdrawn: () =>
      'Fragen Sie den Support: Er stellt den Zugang wieder her oder gibt Ihnen einen Kopplungscode.',
    pair_again: () => 'Lassen Sie sich vom Support einen Kopplungscode geben, und geben Sie ihn hier ein.',
    waits_for_approval: () =>
      'Rufen Sie den Support an. Danach geht es innerhalb einer halben Minute von selbst weiter.',
    identity_conflict: () => 'Rufen Sie den Support an: Einer der beiden bekommt einen neuen Kopplungscode.',
    too_old: () => 'Suchen Sie nach Updates, oder rufen Sie den Support an.',
    hub_refuses: () => 'Prüfen Sie die Verbindung, und rufen Sie dann den Support an.',
    office_printer: () => 'Der Support wählt im Panel den Etikettendrucker.',
    no_role: () => 'Der Support legt im Panel fest, was dieser Rechner tut.',
    no_role_no_hub: () => 'Prüfen Sie die Internetverbindung.',
    port_taken: () =>
      'Beenden Sie dieses Programm, oder starten Sie den Rechner neu; dann geht es von selbst weiter. Bleibt es so, rufen Sie den Support an.',
    printer_missing: () =>
      'Schließen Sie ihn an und schalten Sie ihn ein; dann geht es von selbst weiter. Ist es jetzt ein anderer Drucker, rufen Sie den Support an.',
    not_set_up: () => 'Die Verbindungsprüfung zeigt, warum. Rufen Sie dann den Support an.',
    no_printer: () => 'Der Support wählt ihn im Panel.',
    no_target: () => 'Der Support legt im Panel fest, welcher Rechner den Drucker hat.',
    port_closed: () => 'Die Verbindungsprüfung zeigt, wer den Port hat.',
    stopped_there: (n) =>
      `Sehen Sie nach dem Drucker von ${n.computer}; Etiketten warten dort und kommen von selbst heraus.`,
    paused_there: (n) => `Sie endet von selbst, oder bei ${n.computer} mit „Jetzt weiterdrucken“.`,
    no_printer_there: () => 'Der Support wählt ihn im Panel.',
    off_there: (n) => `Schalten Sie ${n.computer} ein, und prüfen Sie das Netz dort.`,
    no_way: (n) => `Prüfen Sie, ob ${n.computer} eingeschaltet und im selben Netz ist.`,
    not_applied: () => 'Die Verbindungsprüfung zeigt, warum.',
    peer_changed: () =>
      'Vergleichen Sie die Zertifikate auf beiden Rechnern, und bestätigen Sie es dann hier, wenn es das richtige ist.',
    unknown_labels: () => 'Sehen Sie am Drucker nach, und sagen Sie dann, ob es herauskam.',
    held_labels: () => 'Sehen Sie nach, warum; dann drucken oder stornieren.',
    labels_wait: () =>
      'Sie kommen von selbst heraus, sobald der Drucker sie annimmt. Sehen Sie nach dem Drucker.',
    not_running: () =>
      'Starten Sie es. Hilft das nicht, starten Sie den Rechner neu, oder rufen Sie den Support an.',
    not_answering: () =>
      'Warten Sie eine Minute, und starten Sie dann den Rechner neu. Bleibt es so, rufen Sie den Support an.',
    not_allowed: () =>
      'Ein Administrator nimmt diesen Benutzer in die Gruppe pharmacy-relay auf; danach neu anmelden.',
    not_understood: () => 'Starten Sie den Rechner neu. Bleibt es so, installieren Sie die neueste Version.',
  },
  actions: {
    start: 'Starten',
    resume: 'Jetzt weiterdrucken',
    pair: 'Kopplungscode eingeben',
    answer: 'Sagen, ob es herauskam',
    labels: 'Etiketten ansehen',
    printers: 'Drucker ansehen',
    peers: 'Zertifikate vergleichen',
    doctor: 'Verbindung prüfen',
    updates: 'Nach Updates suchen',
  },
}
