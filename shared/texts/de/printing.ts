// What people read about roles, printers and test labels, in German.
import { byCount } from './language.ts'
import type { printingEn } from '../en/printing.ts'

const ofClients = (n: number) => byCount(n, 'eines Clients', `von ${n} Clients`)

export const printingDe: typeof printingEn = {
  changeRole: 'Rolle ändern',
  states: {
    waiting: 'wartet auf den Rechner',
    sent: 'an den Rechner gesendet',
    received: 'beim Rechner angekommen',
    applied: 'übernommen',
    failed: 'nicht übernommen',
  },
  failures: {
    port_taken:
      'Ein anderes Programm auf dem Rechner belegt den Port. Beenden Sie es oder wählen Sie einen anderen Port.',
    port_refused: 'Dieser Port ist auf dem Rechner nicht möglich. Wählen Sie einen ab 1024, etwa 9100.',
    printer_missing:
      'Der Rechner hat diesen Drucker nicht mehr. Schließen Sie ihn an oder wählen Sie einen anderen.',
    target_refused:
      'Der Rechner darf sich nicht mit dem Druckrechner verbinden: Dessen Adresse oder Port ist nicht erlaubt.',
    not_understood:
      'Der Agent versteht diese Zuweisung nicht. Aktualisieren Sie den Agenten auf dem Rechner.',
    internal: 'Im Agenten ist etwas schiefgegangen. Er versucht es von selbst erneut.',
  },
  goesOn: 'Bis dahin arbeitet er weiter wie bisher.',
  nothingPrinted:
    'Bis dahin werden die Etiketten der Apotheke nicht gedruckt. Prüfen Sie danach, ob eines fehlt.',
  says: 'Der Rechner meldet:',
  testLabel: 'Testetikett drucken',
  testLabelOffline: 'Testetikett: nur solange er online ist.',
  testLabelNoPrinter: 'Testetikett: erst einen Drucker wählen.',
  testLabelNoTarget: 'Testetikett: Erst muss ein Rechner Druckrechner sein.',
  testLabelNotReady: (computer) => `Testetikett: Der Drucker an ${computer} ist nicht bereit.`,
  testLabelUnderWay: 'Das Etikett ist unterwegs …',
  testLabelAnswer: (computer) => `Testetikett von ${computer}:`,
  testLabelStates: {
    accepted: 'vom Rechner angenommen, unterwegs',
    forwarded: 'an den Druckrechner weitergegeben',
    sending: 'wird an den Drucker gesendet',
    sent_to_printer: 'an den Drucker gesendet',
    printed: 'gedruckt (vom Drucker bestätigt)',
    waiting_for_printer: 'wartet auf den Drucker',
    held: 'auf dem Rechner zurückgehalten',
    unknown: 'unklar, ob es gedruckt wurde: Bitte sehen Sie am Drucker nach',
    failed: 'fehlgeschlagen',
    expired: 'abgelaufen',
    cancelled: 'storniert',
    other: 'in einem Zustand, den diese Version nicht kennt',
  },
  labelSeen: 'kam heraus',
  testLabelNoAnswer:
    'Keine rechtzeitige Antwort. Sehen Sie am Drucker nach, bevor Sie es erneut versuchen: Das Etikett kann noch kommen.',
  testLabelNotOnline: 'Der Rechner ist offline. Es wurde nichts gedruckt.',
  testLabelRefused: 'Der Rechner hat keine Rolle. Geben Sie ihm zuerst eine Rolle.',
  testLabelNotDone: 'Der Rechner konnte kein Testetikett drucken.',
  saved: 'Gespeichert. Die Rechner werden benachrichtigt.',
  unchanged: 'Es war schon so. Nichts wurde geändert.',
  savedPartly:
    'Nur zum Teil gespeichert: nicht jeder Rechner ließ sich zum Client machen. So ist es jetzt; geben Sie den übrigen ihre Rolle noch einmal.',
  alsoClients: 'Diese gleich mit zu Clients machen',
  choosePrinterAt: 'Drucker wählen an:',
  wayMore: (n) => byCount(n, 'und ein weiterer', `und ${n} weitere`),
  noPrinterComputer: (n) =>
    `Kein Rechner hat den Drucker: Die Etiketten ${ofClients(n)} warten. Machen Sie einen Rechner zum Druckrechner.`,
  printerNotApplied: (computer) => `${computer} konnte diese Einstellung nicht übernehmen:`,
  editorTitle: (computer) => `Rolle von ${computer}`,
  roleQuestion: 'Welche Rolle hat er?',
  now: 'jetzt',
  becomesNone: (computer) => `${computer} hat keine Rolle und nimmt keine Etiketten an.`,
  becomesClient: (computer, printerComputer) => `${computer} druckt über ${printerComputer}.`,
  becomesClientOfNone: (computer) =>
    `${computer} nimmt Etiketten an, aber kein Rechner hat den Drucker: Sie warten.`,
  losesPrinter: 'Kein Rechner hat dann den Drucker: Etiketten warten, bis ein anderer ihn bekommt.',
  othersWait: (n) => `Auch die Etiketten ${ofClients(n)} warten.`,
  staysPrinterComputer: (computer) =>
    `${computer} hat den Drucker. Drucker und Port können hier geändert werden.`,
  getsPrinter: (computer) => `${computer} bekommt den Drucker.`,
  printerComputerBecomesClient: (printerComputer) =>
    `${printerComputer}, bisher der Druckrechner, wird ein Client.`,
  learnsOnReturn: (printerComputer) =>
    `${printerComputer} ist offline und erfährt es, sobald er wieder da ist.`,
  othersPrintThrough: (computer, n) =>
    byCount(n, `${n} Client druckt über ${computer}.`, `${n} Clients drucken über ${computer}.`),
  offlineChoice: (computer) =>
    `${computer} ist offline. Um Druckrechner zu werden, muss er online sein, denn er wird nach seinen Druckern gefragt.`,
  offlineKept: (computer) =>
    `${computer} ist offline. Drucker und Port können geändert werden, sobald er wieder da ist.`,
  roleFault: 'Wählen Sie eine Rolle.',
  confirm: (computer) =>
    `${computer} den Drucker wegnehmen: Etiketten warten, bis ein anderer Rechner ihn bekommt.`,
  confirmFault: 'Kreuzen Sie dies an, wenn Etiketten warten sollen, oder wählen Sie eine andere Rolle.',
  choosePrinter: 'Drucker wählen',
  asking: (computer) =>
    `${computer} wird nach seinen Druckern gefragt. Das dauert 2 bis 5 Sekunden, höchstens 10.`,
  answered: (n) => `Er hat geantwortet: ${n} Drucker.`,
  lastList: 'Liste gemeldet',
  neverReported: (computer) => `${computer} hat noch keine Drucker gemeldet.`,
  ask: 'Nach Druckern fragen',
  askFailed: (computer) =>
    `${computer} hat nicht innerhalb von 10 Sekunden geantwortet. Prüfen Sie, ob er wach ist.`,
  wentOffline: (computer) => `${computer} ist jetzt offline. Versuchen Sie es erneut, wenn er verbunden ist.`,
  askRefused: (computer) => `${computer} konnte seine Drucker nicht nennen.`,
  lastListUsable: 'Die letzte Liste ist weiter verwendbar.',
  emptyList: (computer) =>
    `${computer} hat keinen Drucker. Schließen Sie den Drucker an, schalten Sie ihn ein, richten Sie ihn im System des Rechners ein und fragen Sie dann noch einmal.`,
  notInList: (printer) => `${printer} steht nicht in dieser Liste.`,
  printerFault: 'Wählen Sie einen Drucker aus der Liste.',
  printerUnreported: (computer) =>
    `${computer} meldet diesen Drucker nicht. Fragen Sie noch einmal nach seinen Druckern und wählen Sie einen davon.`,
  portHint: 'Etikettenprogramme erwarten 9100. Möglich sind 1024 bis 65535, 515 und 631.',
  portFault:
    'Dieser Port ist nicht möglich. Nehmen Sie 9100 oder einen anderen von 1024 bis 65535, 515 oder 631.',
  stale:
    'Jemand anderes hat inzwischen gespeichert. Ihre Auswahl steht noch unten, ist aber nicht gespeichert.',
  nowPrinterComputer: (computer, printer, port) =>
    `Jetzt ist ${computer} der Druckrechner, mit ${printer} und Port ${port}.`,
  nowNoPrinterComputer: 'Jetzt ist kein Rechner der Druckrechner.',
  nowRole: (computer, role) => `Rolle von ${computer}: ${role}.`,
  saveAgain: 'Speichern Sie noch einmal, wenn Ihre Auswahl weiter gilt.',
  conditions: {
    paused: 'Der Drucker ist angehalten. Drücken Sie seine Pausentaste.',
    paper_out: 'Der Drucker hat keine Etiketten mehr. Legen Sie eine neue Rolle ein.',
    ribbon_out: 'Das Farbband ist aufgebraucht. Legen Sie ein neues ein.',
    head_open: 'Der Drucker ist offen. Schließen Sie Druckkopf oder Deckel.',
    too_hot: 'Der Drucker ist zu heiß. Er macht von selbst weiter, sobald er abgekühlt ist.',
    too_cold: 'Der Drucker ist zu kalt. Er macht von selbst weiter, sobald er warm genug ist.',
    paper_jam: 'Im Drucker klemmen Etiketten oder Farbband. Öffnen Sie ihn und beseitigen Sie den Stau.',
    cutter_jam: 'Das Messer des Druckers klemmt. Öffnen Sie den Drucker und machen Sie es frei.',
    offline: 'Der Drucker ist offline geschaltet. Schalten Sie ihn am Gerät online.',
    buffer_full: 'Im Drucker wartet mehr, als er aufnehmen kann.',
    memory_lost:
      'Der Drucker hat seinen Speicher verloren. Schalten Sie ihn aus und ein, und prüfen Sie die letzten Etiketten.',
    fault: 'Der Drucker meldet eine Störung. Sehen Sie auf seine Anzeige.',
    not_answering:
      'Der Drucker antwortet nicht. Vielleicht sind Etiketten oder Farbband aufgebraucht, oder der Druckkopf ist offen.',
    unreachable:
      'Der Drucker ist nicht erreichbar. Sehen Sie nach, ob er eingeschaltet und angeschlossen ist.',
    queue_stopped:
      'Die Druckerwarteschlange des Rechners ist angehalten. Starten Sie sie in den Druckereinstellungen des Systems.',
    other_certificate:
      'Der Drucker zeigt ein anderes Zertifikat als vorher, deshalb warten Etiketten. Wurde er neu eingerichtet, vergleichen Sie es an seinem Rechner, im Fenster auf der Seite Drucker, und vertrauen Sie ihm; oder: agent trust DRUCKER',
    no_tls:
      'Der Drucker spricht auf diesem Port kein TLS. Schalten Sie TLS am Drucker ein, oder fügen Sie ihn mit Adresse und Port 9100 hinzu.',
    label_waiting: 'Ein gedrucktes Etikett wartet darauf, abgenommen zu werden.',
    paper_low: 'Die Etiketten gehen zur Neige.',
    clean_head: 'Der Druckkopf sollte gereinigt werden.',
    replace_head: 'Der Druckkopf sollte ersetzt werden.',
    other: 'Der Drucker meldet etwas, das diese Version nicht kennt.',
  },
}
