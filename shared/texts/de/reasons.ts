// Every reason as people read it, in German.
import type { ReasonTexts } from '../../reasons/reason-text.ts'

export const reasonsDe: ReasonTexts = {
  printer_unreachable: 'der Drucker ist nicht erreichbar',
  printer_busy: 'der Drucker nimmt keine Verbindung an: Er wird benutzt oder ist nicht bereit',
  printer_not_found: 'diesen Drucker gibt es nicht',
  address_not_usable: 'die Adresse des Druckers ist nicht brauchbar',
  write_stalled: 'der Drucker nimmt nichts mehr an',
  connection_reset: 'der Drucker hat die Verbindung abgebrochen',
  closed_early: 'der Drucker hat geschlossen, bevor er das ganze Etikett hatte',
  close_not_seen: 'der Drucker hat das Ende des Etiketts nicht bestätigt',
  queue_failed: 'die Druckerwarteschlange dieses Rechners hatte einen Fehler',
  queue_stopped:
    'die Druckerwarteschlange dieses Rechners ist angehalten: Starten Sie sie in den Druckereinstellungen des Systems',
  queue_waits: 'das Etikett wartete in der Druckerwarteschlange dieses Rechners',
  queue_cancelled: 'es wurde in der Druckerwarteschlange dieses Rechners storniert',
  job_not_finished: 'die Druckerwarteschlange wurde nicht rechtzeitig mit dem Etikett fertig',
  file_not_written: 'das Etikett konnte nicht in den Ordner geschrieben werden',
  stopped: 'das Programm wurde beendet',
  folder_not_usable: 'den Ordner gibt es nicht, oder es lässt sich nichts hineinschreiben',
  printer_in_use: 'der Drucker wird gerade von diesem Rechner benutzt',
  print_server_silent: 'der Druckdienst dieses Rechners antwortet nicht',
  printer_condition: ({ condition }) => condition,

  agent_ended: 'das Programm endete, während es dieses Etikett sendete',
  agent_failed: 'das Programm hatte einen Fehler, während es das Etikett sendete',
  being_asked: 'der Drucker wird gefragt, ob es herauskam',
  cannot_be_asked: 'ob es herauskam, lässt sich nicht erfragen',
  says_nothing: 'der Drucker sagt nichts dazu',
  queue_finished: 'die Druckerwarteschlange meldet es als fertig',
  queue_never_began: 'die Druckerwarteschlange hat nie begonnen, es zu drucken',
  queue_cannot_tell: 'die Druckerwarteschlange kann nicht sagen, ob es herauskam',
  no_counter: 'der Drucker zählt seine Etiketten nicht',
  counter_unknown: 'der Zähler des Druckers war vorher nicht bekannt',
  asked_once: 'der Drucker wurde nur einmal gefragt',
  not_at_rest: 'der Drucker war beschäftigt, als er gefragt wurde',
  other_language: 'der Drucker zählt Etiketten dieser Sprache vielleicht nicht',
  maybe_later: 'der Drucker hat es vielleicht und druckt es später',
  nothing_came: 'der Drucker zeigt, dass nichts herauskam',
  counter_back: 'der Zähler des Druckers ging zurück: Es ist vielleicht ein anderer Drucker',
  some_came: 'etwas kam heraus, aber es ist nicht bekannt, wie viele Etiketten es sein sollten',
  it_came: 'der Zähler des Druckers zeigt, dass es herauskam',
  part_came: ({ some, all }, { some: n }) =>
    `${some} seiner ${all} Etiketten ${n === 1 ? 'kam' : 'kamen'} heraus`,
  more_came:
    'es kamen mehr Etiketten heraus als erwartet: Jemand anders hat gedruckt, oder der Drucker hat eines wiederholt',
  tried_before: (said, { times }) =>
    `${times === 1 ? 'ein Versuch davor endete' : `${said.times} Versuche davor endeten`} genauso: Sehen Sie nach, ob der Drucker es drucken kann`,

  paused: ({ until }) =>
    `das Drucken ist an diesem Rechner bis ${until} Uhr angehalten: Dann geht es von selbst weiter, oder auf der Übersicht mit „Jetzt weiterdrucken“`,
  no_part: 'dieser Rechner hat keine Aufgabe beim Drucken',
  no_printer: 'es wurde kein Drucker gewählt',
  no_computer: 'kein anderer Rechner hat den Drucker',
  expired: ({ after }) => `es konnte nicht gedruckt werden, bevor seine Zeit von ${after} um war`,
  clock_jumped:
    'die Uhr dieses Rechners ist gesprungen, deshalb läuft dieses Etikett nicht von selbst ab: Stornieren Sie es, wenn es niemand mehr braucht',
  content_locked: 'der Inhalt dieses Etiketts lässt sich nicht mehr öffnen: Senden Sie es noch einmal',
  content_gone: 'der Inhalt dieses Etiketts wird nicht mehr aufbewahrt: Senden Sie es noch einmal',
  not_confirmed_yet: 'der Drucker hat das Ende des Etiketts noch nicht bestätigt',
  others_first: 'Etiketten davor sind noch nicht hinausgegangen',
  sending_to: ({ place }) => place,
  moved: ({ pharmacy }) =>
    `dieser Rechner wechselte zu einer anderen Apotheke: Das Etikett ist von ${pharmacy} und wird nur gedruckt, wenn es hier jemand sagt`,
  copied:
    'dieser Rechner wurde ein eigener: Das Etikett druckt vielleicht der Rechner, von dem er kopiert wurde',

  cut_label: 'das Etikett ist unvollständig: ^XZ fehlt',
  cut_data: 'das Etikett endet in den Daten, die ein Befehl angekündigt hat',
  cut_command: 'das Etikett endet mitten in einem Befehl',
  cut_binary: 'das Etikett endet mitten in den Binärdaten eines Befehls',
  cut_line: 'das Etikett endet mitten in einer Zeile',
  cut_unprinted: 'das Etikett endet vor dem Befehl, der es druckt',
  not_checked: 'nicht geprüft: Die Etikettensprache ist nicht bekannt',
  no_end_mark: 'nicht geprüft: ESC/POS hat kein Zeichen am Ende',
  sender_closed: 'der Absender hat die Verbindung geschlossen',
  sender_silent: 'der Absender hat nichts mehr gesendet',
  sender_broke: 'der Absender hat die Übertragung abgebrochen',
  handed_over: 'es wurde so übergeben',

  cancelled_here: 'jemand an diesem Rechner hat es storniert',
  cancelled_by_staff: 'der Support hat es storniert',
  print_anyway: 'jemand sagte: trotzdem drucken',
  print_now: 'jemand sagte: jetzt drucken',
  seen_out: 'jemand an diesem Rechner sah, dass es herauskam',
  printed_again: ({ label }) =>
    `jemand an diesem Rechner sagte, dass es nicht herauskam; noch einmal gedruckt als Etikett ${label}`,
  reprint_marked: ({ count, label }) => `Nachdruck ${count} von Etikett ${label}; so steht es auch darauf`,
  reprint_unmarked: ({ count, label }) =>
    `Nachdruck ${count} von Etikett ${label}; auf diesem Etikett lässt sich das nicht vermerken`,

  at_computer: ({ computer }) => computer,
  waits_there: ({ computer }) => `${computer}: wartet auf den Drucker`,
  held_there: ({ computer }) => `${computer}: zurückgehalten`,
  forwarded_there: ({ computer }) => `${computer}: weitergegeben`,
  says_so: ({ computer }) => `${computer} meldet es so`,
  came_home: 'dieser Rechner hatte es dorthin gesendet, bevor der Drucker hier war',
  through_hub: 'über das Internet',
  no_news_yet: 'der Rechner mit dem Drucker hat noch nicht gesagt, was daraus wurde',
  in_doubt: ({ computer }) => `${computer} konnte nicht mehr gefragt werden, ob er dieses Etikett hat`,
  gone_elsewhere: ({ computer }) =>
    `es wurde vielleicht an ${computer} übergeben und kann dort nicht mehr erfragt werden: Sehen Sie nach, ob es herauskam`,
  not_known_there: ({ computer }) =>
    `${computer} kennt dieses Etikett nicht mehr: Sehen Sie nach, ob es herauskam`,
  link_refused_size: 'das Etikett ist größer, als dieser Rechner annimmt, oder nicht so lang wie angekündigt',
  link_refused_hash:
    'das Etikett kam nicht so an, wie es gesendet wurde: Drucken Sie es noch einmal aus seinem Programm',
  link_refused_conflict:
    'unter derselben Nummer kam vorher ein anderes Etikett: Drucken Sie es noch einmal aus seinem Programm',
  link_refused_expired: 'das Etikett war zu alt, als es ankam',
  link_refused_busy: 'er hat im Augenblick zu viel zu tun',
  link_refused_storage: 'er konnte das Etikett nicht aufbewahren',
  link_refused_not_ready: 'er startet, wird beendet oder hat im Augenblick keinen Drucker',
  computer_unreachable: ({ computer }) => `${computer} ist nicht erreichbar`,
  and_through_hub: 'über das Internet',

  link_unreachable: 'er antwortet im lokalen Netz nicht',
  link_no_address: 'im lokalen Netz ist keine Adresse von ihm bekannt',
  link_not_pinned: 'was dort antwortet, ist nicht der zugewiesene Rechner',
  link_not_welcome: 'er nimmt von diesem Rechner keine Etiketten an, oder noch nicht',
  link_hub_away: 'die Verbindung zum Internetdienst fehlt im Augenblick',
  link_peer_offline: 'er ist nicht online',
  link_timeout: 'er antwortete nicht rechtzeitig',
  link_protocol: 'was dort antwortet, hält sich nicht an die Absprache',
  link_closed: 'die Verbindung endete',
  link_bye: 'er beendete die Verbindung',
  certificate_changed: ({ computer }) =>
    `${computer} zeigt ein anderes Zertifikat als vorher: Vergleichen Sie es an beiden Rechnern`,
  certificate_not_told: ({ computer }) =>
    `das Zertifikat von ${computer} ist noch nicht bekannt: Starten Sie dort das Programm`,
  certificate_not_used: ({ computer, shown }) =>
    `von ${computer} wird ein Zertifikat genannt, das dieser Rechner nicht kennt (${shown} …); es wird nicht benutzt, bis es hier jemand verglichen hat`,
  certificate_refused: ({ computer, shown }) =>
    `von ${computer} wird ein Zertifikat genannt, das dieser Rechner nicht kennt (${shown} …); bis es hier jemand verglichen hat, werden keine Etiketten ausgetauscht`,

  spool_full: 'der Speicher ist voll von Etiketten, die warten: Drucken oder stornieren Sie einige davon',
  too_many_waiting: 'zu viele Etiketten warten auf den Drucker',
  disk_full: 'die Festplatte dieses Rechners ist voll: Sobald wieder Platz ist, werden Etiketten angenommen',
  disk_slow: 'die Festplatte dieses Rechners kommt mit den Etiketten nicht mit',
  disk_failed:
    'die Festplatte dieses Rechners hatte einen Fehler, deshalb wurde nichts angenommen: Prüfen Sie sie',
}
