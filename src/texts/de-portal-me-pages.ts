// German texts of the roadmap, updates, one's own pages, signing in and unsubscribing on the portal.
export const GERMAN_ME_PAGES: Record<string, string> = {
  Forum: 'Forum',
  'All forums': 'Alle Foren',
  'My suggestions': 'Meine Vorschläge',
  'I vote for': 'Meine Stimmen',
  'I follow': 'Ich folge',
  'My comments': 'Meine Kommentare',
  Notifications: 'Benachrichtigungen',
  'You have not suggested anything yet.': 'Sie haben noch nichts vorgeschlagen.',
  'You have not voted yet.': 'Sie haben noch nicht abgestimmt.',
  'You do not follow any suggestion yet. Follow one to hear what becomes of it.':
    'Sie folgen noch keinem Vorschlag. Folgen Sie einem, um zu erfahren, was daraus wird.',
  'You have not commented yet.': 'Sie haben noch nichts kommentiert.',
  'Nothing has happened yet to what you follow.':
    'Bei den Vorschlägen, denen Sie folgen, ist noch nichts geschehen.',
  'All notifications are marked as read.': 'Alle Benachrichtigungen sind als gelesen markiert.',
  'Look around': 'Umsehen',
  'A suggestion': 'Ein Vorschlag',
  'Mark all as read': 'Alle als gelesen markieren',
  'New comment': 'Neuer Kommentar',
  'Another suggestion was merged into it': 'Ein anderer Vorschlag wurde mit ihm zusammengeführt',
  'What is planned, what is in progress and what is done.':
    'Was geplant ist, was in Arbeit ist und was fertig ist.',
  'There is nothing on the roadmap yet.': 'Auf der Roadmap ist noch nichts.',
  '1 suggestion': '1 Vorschlag',
  '{0} suggestions': '{0} Vorschläge',
  'Show all {0}': 'Alle {0} anzeigen',
  'Your name is saved.': 'Ihr Name ist gespeichert.',
  'Your language is saved.': 'Ihre Sprache ist gespeichert.',
  'Your choice of light or dark is saved.': 'Ihre Wahl von Hell oder Dunkel ist gespeichert.',
  'Your choice of mails is saved.': 'Ihre Auswahl der Mails ist gespeichert.',
  'The session was ended.': 'Die Sitzung wurde beendet.',
  'All other sessions were ended.': 'Alle anderen Sitzungen wurden beendet.',
  'The application does not act for you any more.':
    'Die Anwendung handelt nicht mehr in Ihrem Namen.',
  'You are signed in as {0}.': 'Sie sind als {0} angemeldet.',
  'You are a member of the team. Your name, your language, your sessions and how you sign in are part of your profile.':
    'Sie gehören zum Team. Ihr Name, Ihre Sprache, Ihre Sitzungen und Ihre Anmeldung gehören zu Ihrem Profil.',
  'The name that others see': 'Der Name, den andere sehen',
  Language: 'Sprache',
  'Of pages and mails': 'Von Seiten und Mails',
  'As the browser asks': 'Wie im Browser eingestellt',
  'Light and dark': 'Hell und dunkel',
  'In this browser': 'In diesem Browser',
  'Like the system': 'Wie das System',
  Light: 'Hell',
  Dark: 'Dunkel',
  Mails: 'Mails',
  'About what you follow': 'Zu Vorschlägen, denen Sie folgen',
  'New statuses and official answers': 'Neuer Status und offizielle Antworten',
  'New comments': 'Neue Kommentare',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'This browser': 'Dieser Browser',
  'last used on {0}': 'zuletzt am {0} benutzt',
  'End the session {0}': 'Sitzung {0} beenden',
  'End all other sessions': 'Alle anderen Sitzungen beenden',
  'by e-mail': 'per E-Mail',
  'from another application': 'aus einer anderen Anwendung',
  'Unknown device': 'Unbekanntes Gerät',
  'Applications that act for you': 'Anwendungen, die in Ihrem Namen handeln',
  'allowed on {0}': 'erlaubt am {0}',
  'End what {0} may do': '{0} nichts mehr erlauben',
  'Your data': 'Ihre Daten',
  'Everything that you gave this portal, as a file.':
    'Alles, was Sie diesem Portal gegeben haben, als Datei.',
  'Download my data': 'Meine Daten herunterladen',
  'Delete my account': 'Mein Konto löschen',
  'You are a member of the team. An owner removes your role first.':
    'Sie gehören zum Team. Ein Eigentümer entfernt zuerst Ihre Rolle.',
  'You are a member of the team. Change it in your profile.':
    'Sie gehören zum Team. Ändern Sie es in Ihrem Profil.',
  'This cannot be undone.': 'Das lässt sich nicht rückgängig machen.',
  'What is deleted': 'Was gelöscht wird',
  'your name and your e-mail address': 'Ihr Name und Ihre E-Mail-Adresse',
  'your votes, what you follow, and your settings':
    'Ihre Stimmen, wem Sie folgen, und Ihre Einstellungen',
  'your sessions, and what applications may do for you':
    'Ihre Sitzungen, und was Anwendungen in Ihrem Namen dürfen',
  'What stays': 'Was bleibt',
  'your suggestions and comments, without your name':
    'Ihre Vorschläge und Kommentare, ohne Ihren Namen',
  'To keep a copy, {0} first.': 'Um eine Kopie zu behalten, können Sie zuerst {0}.',
  'download your data': 'Ihre Daten herunterladen',
  'To confirm, type your e-mail address: {0}':
    'Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein: {0}',
  'Your account was deleted': 'Ihr Konto wurde gelöscht',
  'You are signed out everywhere. Your suggestions and comments stay without your name.':
    'Sie sind überall abgemeldet. Ihre Vorschläge und Kommentare bleiben ohne Ihren Namen.',
  'Do you want no more mails about suggestions that you follow?':
    'Möchten Sie keine Mails mehr zu Vorschlägen, denen Sie folgen?',
  'Do you want no more mails about new statuses and official answers?':
    'Möchten Sie keine Mails mehr zu neuem Status und offiziellen Antworten?',
  'Do you want no more mails about new comments?':
    'Möchten Sie keine Mails mehr zu neuen Kommentaren?',
  'Do you want no more mails about this suggestion? You stop following it.':
    'Möchten Sie keine Mails mehr zu diesem Vorschlag? Sie folgen ihm dann nicht mehr.',
  'Do you want no more mails about “{0}”? You stop following it.':
    'Möchten Sie keine Mails mehr zu „{0}“? Sie folgen dem Vorschlag dann nicht mehr.',
  'You get no more mails about suggestions that you follow.':
    'Sie bekommen keine Mails mehr zu Vorschlägen, denen Sie folgen.',
  'You get no more mails about new statuses and official answers.':
    'Sie bekommen keine Mails mehr zu neuem Status und offiziellen Antworten.',
  'You get no more mails about new comments.':
    'Sie bekommen keine Mails mehr zu neuen Kommentaren.',
  'You do not follow this suggestion any more, and get no more mails about it.':
    'Sie folgen diesem Vorschlag nicht mehr und bekommen keine Mails mehr dazu.',
  'You do not follow “{0}” any more, and get no more mails about it.':
    'Sie folgen „{0}“ nicht mehr und bekommen keine Mails mehr dazu.',
  Unsubscribe: 'Abbestellen',
  'You need not sign in. Your votes stay.': 'Sie müssen sich nicht anmelden. Ihre Stimmen bleiben.',
  Unsubscribed: 'Abbestellt',
  'Choose which mails you get': 'Mails auswählen',
  'It is incomplete or too old. Use the link of a newer mail, or choose in your settings which mails you get.':
    'Er ist unvollständig oder zu alt. Benutzen Sie den Link einer neueren Mail, oder wählen Sie in Ihren Einstellungen, welche Mails Sie bekommen.',
  'What is new, and what became of your suggestions.':
    'Was neu ist, und was aus Ihren Vorschlägen wurde.',
  'There is no news yet.': 'Es gibt noch keine Neuigkeiten.',
  Newest: 'Neueste',
  Improved: 'Verbessert',
  Fixed: 'Behoben',
  'The suggestion': 'Der Vorschlag',
  'The suggestions': 'Die Vorschläge',
  'Other updates': 'Weitere Neuigkeiten',
  Newer: 'Neuer',
  Older: 'Älter',
  'Write a name with at most 255 characters.':
    'Schreiben Sie einen Namen mit höchstens 255 Zeichen.',
  'This is not your e-mail address. Nothing was deleted.':
    'Das ist nicht Ihre E-Mail-Adresse. Es wurde nichts gelöscht.',
  'Not allowed': 'Nicht erlaubt',
  'Too many requests': 'Zu viele Anfragen',
  'You could not be signed in ({0}). Go back to the application that you came from, and try again.':
    'Sie konnten nicht angemeldet werden ({0}). Gehen Sie zurück zur Anwendung, aus der Sie kommen, und versuchen Sie es noch einmal.',
}
