// Word lists for the sample data.

const words = (text: string): string[] =>
  text.split(',').map((word) => word.trim().replace(/\s+/g, ' '))

export const FIRST_NAMES = words(`
  Aaliyah, Adaeze, Aïcha, Åsa, Alejandro, Álvaro, Amélie, Ana, Anders, Andrea, Aneta, Anjali, Arjun, Aroha, Astrid, Ayşe,
  Bartłomiej, Beatriz, Bjørn, Božena, Camille, Carlos, Çağla, Chiara, Chidi, Chloé, Claire, Conor, Daan, Daniela, David,
  Deepika, Désirée, Dimitri, Eirik, Élise, Elif, Emre, Esi, Fatima, Fiona, François, Freya, Gabriel, Giulia, Grace,
  Grzegorz, Gülşen, Hannah, Haruka, Hélène, Henrik, Hiroshi, Hugo, Ibrahim, Imani, Inès, Ingrid, Ioana, Isabella, Iván,
  Jakub, James, Jana, Jin, João, José, Jürgen, Kaito, Karolína, Katarzyna, Kofi, Kwame, Lars, Laura, Leila, Lena, Liam,
  Linh, Lucía, Łukasz, Mădălina, Maeve, Magnus, María, Marek, Mateo, Matthias, Mei, Mikkel, Milan, Minh, Mohammed, Nadia,
  Naledi, Ngozi, Niamh, Nikolai, Noah, Nuño, Olga, Olivia, Omar, Oriol, Paula, Petra, Priya, Rafael, Rania, Ravi, René,
  Rosa, Ruth, Samuel, Sanjay, Sarah, Šárka, Sofia, Søren, Svetlana, Tadeáš, Tamar, Thandiwe, Thomas, Tomás, Tuấn, Ulrike,
  Valentina, Viktor, Wanjiru, Wei, Yasmin, Yuki, Yusuf, Zoë, Zuzana`)

export const LAST_NAMES = words(`
  Abdullah, Abebe, Adeyemi, Aguirre, Almeida, Andersson, Baptiste, Barros, Bauer, Becker, Benítez, Bergström, Bianchi,
  Björnsdóttir, Boateng, Brennan, Brown, Čapek, Castro, Chen, Chukwu, Costa, Çelik, D’Angelo, Da Silva, Delacroix, Demir,
  Diallo, Dimitrov, Dubois, Dvořák, Eriksen, Esposito, Evans, Farouk, Fernández, Fischer, Fitzgerald, Fontaine, Garcia,
  Gómez, González, Gupta, Haddad, Hansen, Hernández, Hoang, Horváth, Hughes, Ibarra, Ivanova, Iyer, Jansen, Jensen,
  Johnson, Kaya, Keller, Khan, Kim, Kobayashi, Kovács, Kowalska, Kowalski, Krüger, Kumar, Larsen, Laurent, Lefèvre, Lehtinen,
  Li, Lindqvist, López, Łukasik, Mäkinen, Marković, Martin, Martínez, Mbeki, Mensah, Mitchell, Molina, Moreau, Müller,
  Murphy, Mwangi, Nakamura, Ndiaye, Nguyễn, Nielsen, Nkosi, Novák, Núñez, O’Brien, O’Connor, Okafor, Okonkwo, Øverland,
  Özdemir, Papadopoulos, Park, Patel, Pereira, Petrov, Phạm, Popescu, Rahman, Reyes, Ricci, Rodríguez, Rossi, Sánchez,
  Santos, Sato, Schäfer, Schmidt, Sharma, Singh, Smith, Söderberg, Souza, Suzuki, Svensson, Szabó, Takahashi, Tanaka,
  Taylor, Torres, Tremblay, Vargas, Vasquez, Virtanen, Walker, Wang, Weber, Williams, Wójcik, Yamamoto, Yılmaz, Zhang,
  Zieliński, Žižek`)

export const JOB_TITLES = words(`
  Account manager, Accountant, Administrator, Analyst, Architect, Chief operating officer, Consultant, Customer success
  manager, Data engineer, Designer, Developer, Director of operations, Engineering manager, Finance manager, Founder, Head
  of support, Human resources partner, Librarian, Logistics planner, Marketing manager, Nurse, Office manager, Product
  manager, Professor, Project lead, Purchasing agent, Quality engineer, Researcher, Sales representative, Security
  engineer, Support agent, Teacher, Technical writer, Warehouse supervisor`)

/** Country, region, city. */
export const PLACES = [
  ['Argentina', 'Córdoba', 'Córdoba'],
  ['Australia', 'Victoria', 'Melbourne'],
  ['Austria', 'Styria', 'Graz'],
  ['Belgium', 'Flanders', 'Ghent'],
  ['Brazil', 'São Paulo', 'Campinas'],
  ['Canada', 'Québec', 'Montréal'],
  ['Chile', 'Valparaíso', 'Viña del Mar'],
  ['Colombia', 'Antioquia', 'Medellín'],
  ['Czechia', 'South Moravia', 'Brno'],
  ['Denmark', 'Central Jutland', 'Aarhus'],
  ['Finland', 'Pirkanmaa', 'Tampere'],
  ['France', 'Auvergne-Rhône-Alpes', 'Lyon'],
  ['Germany', 'Bavaria', 'Nürnberg'],
  ['Ghana', 'Ashanti', 'Kumasi'],
  ['Greece', 'Central Macedonia', 'Thessaloniki'],
  ['India', 'Karnataka', 'Bengaluru'],
  ['Ireland', 'Munster', 'Cork'],
  ['Italy', 'Piedmont', 'Torino'],
  ['Japan', 'Kansai', 'Osaka'],
  ['Kenya', 'Nairobi', 'Nairobi'],
  ['Mexico', 'Jalisco', 'Guadalajara'],
  ['Netherlands', 'Utrecht', 'Utrecht'],
  ['New Zealand', 'Otago', 'Dunedin'],
  ['Nigeria', 'Lagos', 'Ikeja'],
  ['Norway', 'Vestland', 'Bergen'],
  ['Poland', 'Małopolska', 'Kraków'],
  ['Portugal', 'Norte', 'Porto'],
  ['South Africa', 'Western Cape', 'Cape Town'],
  ['South Korea', 'Busan', 'Busan'],
  ['Spain', 'Andalucía', 'Málaga'],
  ['Sweden', 'Västra Götaland', 'Göteborg'],
  ['Switzerland', 'Zürich', 'Winterthur'],
  ['Türkiye', 'Aegean', 'İzmir'],
  ['United Kingdom', 'Scotland', 'Glasgow'],
  ['United States', 'Oregon', 'Portland'],
  ['Vietnam', 'Đà Nẵng', 'Đà Nẵng'],
] as const

export const COMPANY_NAMES = words(`
  Alder, Amber, Anchor, Aurora, Basalt, Beacon, Birch, Bluebird, Bramble, Brightwater, Cascade, Cedar, Cinder, Cobalt,
  Compass, Copper, Coral, Cornerstone, Crescent, Drift, Ember, Evergreen, Falcon, Fennel, Fjord, Flint, Foxglove, Granite,
  Harbour, Hazel, Heron, Highland, Horizon, Indigo, Juniper, Kestrel, Lantern, Larch, Linden, Lighthouse, Maple, Marigold,
  Meridian, Mosaic, Nimbus, Northwind, Oakfield, Obsidian, Orchard, Osprey, Pebble, Pinecrest, Quarry, Quill, Redwood,
  Riverbend, Rowan, Saffron, Sandstone, Sequoia, Silverline, Skylark, Slate, Sparrow, Summit, Sycamore, Thistle, Tidewater,
  Umbra, Verdant, Westerly, Willow, Windmill, Wren, Yarrow, Zephyr`)
export const COMPANY_TRADES = words(`
  Analytics, Bank, Biotech, Books, Brewing, Clinics, Coffee, Consulting, Couriers, Dental, Design, Education, Energy,
  Engineering, Farms, Films, Foods, Freight, Furniture, Games, Glass, Health, Hotels, Housing, Insurance, Interiors, Labs,
  Legal, Logistics, Machines, Marine, Media, Mobility, Music, Optics, Outdoor, Packaging, Paper, Pharma, Press, Printing,
  Rail, Retail, Robotics, Security, Software, Solar, Sports, Studios, Systems, Telecom, Textiles, Tools, Travel, Ventures,
  Water`)
export const COMPANY_FORMS = ['', '', '', ' Ltd', ' Inc.', ' GmbH', ' AB', ' SA', ' BV', ' & Co.']
export const INDUSTRIES = words(`
  Agriculture, Construction, Education, Energy, Finance, Government, Health care, Hospitality, Logistics, Manufacturing,
  Media, Non-profit, Retail, Software, Telecommunications, Travel`)
export const PERSONAS = words(
  'Administrator, Buyer, Champion, Developer, Evaluator, Manager, Occasional user, Power user',
)

export const VERBS = words(`
  Add, Allow, Announce, Archive, Assign, Automate, Batch, Bring back, Collapse, Colour-code, Compare, Copy, Customise,
  Detect, Display, Duplicate, Edit, Explain, Export, Filter, Freeze, Group, Hide, Highlight, Import, Improve, Include,
  Limit, Link, Lock, Make it easier to find, Merge, Move, Pin, Preview, Print, Protect, Rearrange, Rename, Reorder, Resize,
  Restore, Review, Schedule, Search, Send, Share, Show, Simplify, Sort, Speed up, Split, Summarise, Support, Sync, Tag,
  Track, Translate, Undo changes to, Validate`)
export const ADJECTIVES = words(`
  annual, archived, assigned, automatic, blocked, cancelled, completed, custom, daily, delayed, deleted, draft, duplicate,
  empty, expired, external, failed, favourite, hidden, imported, incoming, individual, internal, large, linked, locked,
  long, missing, monthly, multiple, nested, new, open, optional, outdated, overdue, paid, pending, personal, private,
  public, recent, recurring, rejected, related, required, saved, scheduled, shared, signed, similar, unread, unused, weekly`)
export const NOUNS = words(`
  accounts, activity logs, alerts, announcements, API keys, approvals, attachments, audit trails, backups, bookmarks,
  budgets, calendars, charts, checklists, comments, contacts, contracts, currencies, dashboards, deadlines, deliveries,
  departments, discounts, documents, e-mails, events, expenses, files, folders, forecasts, forms, goals, images, invitations,
  invoices, keyboard shortcuts, labels, languages, licences, locations, login sessions, meetings, menus, messages,
  milestones, notes, notifications, orders, passwords, payments, permissions, phone numbers, products, profiles, projects,
  questions, quotes, receipts, reminders, replies, reports, roles, rules, schedules, screens, searches, signatures,
  spreadsheets, subscriptions, surveys, tables, tasks, taxes, teams, templates, themes, tickets, time zones, timelines,
  tutorials, users, versions, videos, views, webhooks, widgets, workflows, workspaces`)
export const MANNERS = words(`
  across several workspaces, after the trial ends, as a calendar, as a list, as a PDF, as a spreadsheet, at the end of the
  month, automatically, before publishing, by customer, by date, by department, by owner, by priority, by region, by
  status, from a template, from the command line, from the home page, from the mobile app, in a pop-up window, in
  alphabetical order, in bulk, in dark mode, in full screen, in one click, in place, in plain language, in real time, in
  the browser, in the sidebar, in the weekly digest, on a map, on a schedule, on a tablet, on slow connections, per team,
  through the API, when offline, while editing, with a keyboard shortcut, with a progress bar, with a reason, with a
  screen reader, with drag and drop, with fewer clicks, with single sign-on, with their history, without a page reload,
  without an administrator, without losing the selection, without signing in again`)
export const AUDIENCES = words(`
  for accountants, for administrators, for agencies, for auditors, for beginners, for colour-blind people, for contractors,
  for distributed teams, for every language, for every plan, for external partners, for field staff, for first-time users,
  for guests, for large organisations, for left-handed people, for managers, for multilingual teams, for new employees, for
  night shifts, for non-profits, for people on the move, for power users, for resellers, for sales teams, for schools, for
  seasonal workers, for small companies, for support agents, for team leads, for the finance department, for the help
  desk, for translators, for trial accounts, for volunteers, for warehouse staff, for workshops`)

/** `{…}` is replaced by a word of that list. */
export const BODY_SENTENCES = [
  'Right now we have to do this by hand, which takes {AMOUNT} {FREQUENCY}.',
  'Our {TEAM} asks for it {FREQUENCY}.',
  'At the moment {ADJECTIVE} {NOUN} are easy to overlook.',
  'It would save us {AMOUNT} {FREQUENCY}.',
  'We work around it with a spreadsheet of {ADJECTIVE} {NOUN}.',
  'I expected to find this next to {ADJECTIVE} {NOUN}.',
  'Ideally it would work {MANNER}.',
  'The tool we used before could do this {MANNER}.',
  'It matters most when there are many {ADJECTIVE} {NOUN}.',
  'A setting {AUDIENCE} would be enough.',
  'Without it the {TEAM} cannot rely on {NOUN}.',
  'Even a first version that covers {ADJECTIVE} {NOUN} would help.',
  'This was the first question of our {TEAM} in the training.',
  'Please keep the present behaviour as the default {AUDIENCE}.',
]
export const COMMENT_SENTENCES = [
  'We need this as well: our {TEAM} loses {AMOUNT} {FREQUENCY}.',
  'Agreed, and it should also work {MANNER}.',
  'This would be a great help {AUDIENCE}.',
  'Is there any news on this? We check {FREQUENCY}.',
  'Would it cover {ADJECTIVE} {NOUN} too?',
  'Our workaround: we keep {ADJECTIVE} {NOUN} in a separate list.',
  'For us {ADJECTIVE} {NOUN} are the more pressing part.',
  'Thank you for considering it. The {TEAM} would use it {FREQUENCY}.',
  'It should be optional {AUDIENCE}.',
]
export const NOTE_SENTENCES = [
  'Heard again from a customer with many {ADJECTIVE} {NOUN}.',
  'The {TEAM} estimates {AMOUNT} of work for a first version.',
  'Related to what we plan for {ADJECTIVE} {NOUN}.',
  'Ask whether doing it {MANNER} would be enough.',
  'Came up {FREQUENCY} in renewal talks.',
]
export const FEEDBACK_SENTENCES = [
  'Said on a call that {ADJECTIVE} {NOUN} cost them {AMOUNT} {FREQUENCY}.',
  'Asks for it before the renewal, because the {TEAM} depends on it.',
  'Would like it to work {MANNER}.',
  'Their {TEAM} uses a spreadsheet for {ADJECTIVE} {NOUN} until then.',
  'Mentioned it {FREQUENCY}, most recently in the training.',
]
export const OPEN_UPDATE_SENTENCES = [
  'Thank you all. We are looking at what it takes to do this {MANNER}.',
  'We have talked with several of you and will begin with {ADJECTIVE} {NOUN}.',
  'Please tell us whether this should also work {MANNER}.',
  'The {TEAM} looks at this together with {ADJECTIVE} {NOUN}.',
]
export const CLOSING_UPDATE_SENTENCES = [
  'Thank you all for your comments. This is settled now {AUDIENCE}.',
  'We close this here. What you wrote about {ADJECTIVE} {NOUN} lives on in other suggestions.',
  'This has reached its end {AUDIENCE}. Thank you for your patience.',
]
export const RATING_SENTENCES = [
  'Does what our {TEAM} needs.',
  'Good, but {ADJECTIVE} {NOUN} could be simpler.',
  'I use it {FREQUENCY} and rarely have to think about it.',
  'Support answered quickly when {NOUN} went missing.',
  'Too many clicks {AUDIENCE}.',
]
export const TICKET_SUBJECTS = [
  'A question about {ADJECTIVE} {NOUN}',
  'Trouble with {NOUN} {MANNER}',
]
export const SLOTS: Record<string, string[]> = {
  ADJECTIVE: ADJECTIVES,
  NOUN: NOUNS,
  MANNER: MANNERS,
  AUDIENCE: AUDIENCES,
  AMOUNT: words(
    'ten minutes, half an hour, an hour, two hours, half a day, a whole day, several days',
  ),
  FREQUENCY: words(
    'every day, every week, every month, every quarter, several times a day, at each release, all the time',
  ),
  TEAM: words(`finance team, help desk, sales team, warehouse, product team, legal department, marketing team, operations
    team, training team, board`),
}

/** Forums and their categories. */
export const FORUMS: Record<string, string[]> = {
  'Product ideas': ['Editor', 'Search', 'Dashboards', 'Sharing', 'Notifications', 'Accessibility'],
  'Mobile apps': ['Android', 'iOS', 'Offline use', 'Camera and files', 'Widgets'],
  Integrations: ['Calendars', 'Chat', 'Single sign-on', 'Spreadsheets', 'Webhooks', 'CRM'],
  'Billing and plans': ['Invoices', 'Payment methods', 'Plans', 'Taxes'],
  'API and developers': [
    'Authentication',
    'Documentation',
    'Endpoints',
    'Limits',
    'SDKs',
    'Events',
    'Sandbox',
  ],
  'Reports and analytics': ['Charts', 'Exports', 'Filters', 'Schedules', 'Sharing'],
  Administration: [
    'Audit',
    'Permissions',
    'Provisioning',
    'Retention',
    'Roles',
    'Security',
    'Single sign-on',
    'Teams',
  ],
  'Help and documentation': ['Articles', 'Tutorials', 'Videos', 'Community'],
  'Languages and regions': ['Currencies', 'Dates and times', 'Right-to-left', 'Translations'],
  'Desktop apps': ['Linux', 'macOS', 'Windows', 'Updates', 'Keyboard'],
  'Import and export': ['Backups', 'Bulk editing', 'File formats', 'Migration'],
  'Internal requests': ['Sales', 'Support', 'Operations', 'Marketing'],
}
export const LABELS: Record<string, string[]> = {
  Area: ['Backend', 'Design', 'Documentation', 'Infrastructure', 'Mobile', 'Web'],
  Effort: ['Small', 'Medium', 'Large'],
  Impact: ['Delight', 'Growth', 'Retention', 'Revenue'],
  Quality: ['Accessibility', 'Performance', 'Reliability', 'Security', 'Usability'],
  Customer: ['Enterprise', 'Non-profit', 'Small business', 'Trial'],
  Triage: ['Duplicate?', 'Needs detail', 'Quick win'],
}
export const TEAMS = ['Customer success', 'Design', 'Engineering', 'Product', 'Support']

const browser = (name: string, version: string, os: string, platform: string) => ({
  name,
  version,
  os,
  mobile: /iPhone|Android/.test(platform),
  agent: `Mozilla/5.0 (${platform}) ${name}/${version}`,
})

export const BROWSERS = [
  browser('Chrome', '139.0', 'Windows 11', 'Windows NT 10.0; Win64; x64'),
  browser('Chrome', '138.0', 'macOS 15', 'Macintosh; Intel Mac OS X 10_15_7'),
  browser('Chrome', '139.0', 'Android 15', 'Linux; Android 10; K'),
  browser('Firefox', '141.0', 'Ubuntu', 'X11; Ubuntu; Linux x86_64; rv:141.0'),
  browser('Firefox', '140.0', 'Windows 10', 'Windows NT 10.0; Win64; x64; rv:140.0'),
  browser('Safari', '18.5', 'macOS 15', 'Macintosh; Intel Mac OS X 10_15_7'),
  browser('Safari', '18.5', 'iOS 18', 'iPhone; CPU iPhone OS 18_5 like Mac OS X'),
  browser('Edge', '138.0', 'Windows 11', 'Windows NT 10.0; Win64; x64'),
]
