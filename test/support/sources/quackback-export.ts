// Quackback: the export of a workspace.
import { csvOf } from '../csv.ts'
import { zipOf } from '../zip.ts'

export const iso = (day: number) => new Date(Date.UTC(2025, 2, day)).toISOString()

export function workspace(name: string, more: (string | number)[][] = []) {
  const files: Record<string, (string | number | null)[][]> = {
    boards: [
      ['id', 'slug', 'name', 'description', 'created_at'],
      [`board_${name}`, 'features', `Features ${name}`, 'What is next', iso(1)],
    ],
    statuses: [
      ['id', 'name', 'slug', 'color', 'category', 'position', 'show_on_roadmap', 'is_default'],
      [`s1_${name}`, `Open ${name}`, 'open', '#00ff00', 'active', 0, 'false', 'true'],
      [`s2_${name}`, `Shipped ${name}`, 'shipped', '#0000ff', 'complete', 1, 'true', 'false'],
    ],
    tags: [
      ['id', 'name', 'color', 'description', 'is_public'],
      [`t1_${name}`, `Fast, ${name}`, '#ff0000', '', 'true'],
    ],
    users: [
      [
        'name',
        'email',
        'verified',
        'lifecycle',
        'segments',
        'joined_at',
        'last_seen_at',
        'post_count',
        'comment_count',
        'vote_count',
      ],
      ['Ann', `ann@${name}.test`, 'true', 'user', 'VIP', iso(1), iso(9), 1, 1, 1],
      ['Bob', `bob@${name}.test`, 'false', 'lead', '', iso(2), '', 0, 0, 1],
    ],
    companies: [
      ['name', 'domain', 'external_id', 'plan', 'monthly_spend', 'people_count', 'created_at'],
      ['Acme', 'acme.test', `crm-${name}`, 'gold', '1234.50', 3, iso(1)],
    ],
    posts: [
      [
        'id',
        'title',
        'content',
        'status',
        'tags',
        'board',
        'author_name',
        'author_email',
        'vote_count',
        'created_at',
      ],
      [
        `post_1_${name}`,
        `Dark "mode"; ${name}`,
        'Line one\nline two',
        `Shipped ${name}`,
        `Fast, ${name},New ${name}`,
        'features',
        'Ann',
        `ann@${name}.test`,
        4,
        iso(3),
      ],
      [`post_2_${name}`, `Anonymous ${name}`, '', '', '', 'features', '', '', 0, iso(4)],
      ...more,
    ],
    post_votes: [
      ['id', 'post_id', 'voter_email', 'source_type', 'created_at'],
      [`v1_${name}`, `post_1_${name}`, `ann@${name}.test`, '', iso(3)],
      [`v2_${name}`, `post_1_${name}`, `BOB@${name}.test`, 'widget', iso(4)],
      [`v3_${name}`, `post_1_${name}`, '', '', iso(5)],
    ],
    post_comments: [
      [
        'id',
        'post_id',
        'parent_id',
        'author_name',
        'author_email',
        'is_team_member',
        'is_private',
        'moderation_state',
        'content',
        'created_at',
        'updated_at',
      ],
      ...(
        [
          ['c1', '', 'Bob', `bob@${name}.test`, 'false', 'false', 'published', 'First'],
          ['c2', `c1_${name}`, 'Eve', `eve@${name}.test`, 'true', 'false', 'approved', 'Answer'],
          ['c3', '', 'Eve', `eve@${name}.test`, 'true', 'true', 'approved', 'Inside'],
          ['c4', '', '', '', 'false', 'false', 'pending', 'From nobody'],
        ] as const
      ).map(([id, parent, ...rest], i) => [
        `${id}_${name}`,
        `post_1_${name}`,
        parent,
        ...rest,
        iso(5 + i),
        iso(9),
      ]),
    ],
    changelog: [
      [
        'id',
        'title',
        'content',
        'published_at',
        'display_date',
        'view_count',
        'created_at',
        'updated_at',
      ],
      [`e1_${name}`, `News ${name}`, '**Dark**', iso(9), '', 12, iso(8), iso(9)],
    ],
    conversations: [['id'], ['x']],
  }
  return zipOf([
    {
      name: 'manifest.json',
      content: JSON.stringify({ version: 1, workspace: { slug: name }, exportedAt: iso(10) }),
    },
    ...Object.entries(files).map(([file, rows]) => ({
      name: `${file}.csv`,
      content: csvOf(rows),
    })),
  ])
}
