// The project's own lint rules, for `.oxlintrc.json`: who may read the environment, call Prisma and write SQL.

const statement =
  '/^\\s*(select|insert into|update [a-z$]|delete from|with [a-z]+ as|create (temp )?table|declare|fetch|set local|begin|commit|rollback|listen|analyze)\\b/';
const sql =
  'SQL stands in .reader files (prepared reads of a request or a run) and in .sql files, with the reason why.';

/** A rule that reports the nodes of ESLint selectors. */
function restrict(message, ...selectors) {
  const create = (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })]));
  return { create };
}

export default {
  meta: { name: 'project' },
  rules: {
    environment: restrict(
      'The environment is read in config.ts.',
      "MemberExpression[object.name='process'][property.name='env']",
    ),
    prisma: restrict(
      'Prisma is called in .repository files.',
      "MemberExpression[property.name='prisma']",
      "ObjectPattern > Property[key.name='prisma']",
    ),
    sql: restrict(
      sql,
      `Literal[value=${statement}]`,
      `TemplateElement[value.raw=${statement}]`,
      "CallExpression[callee.property.name='query']",
      'MemberExpression[property.name=/^\\$(query|execute)Raw/]',
    ),
    /** A `.sql` file says in its first line what it needs SQL for. */
    'sql-reason': {
      create: (context) => ({
        Program(node) {
          const [first] = context.sourceCode.getAllComments();
          const isSaid = first?.loc.start.line === 1 && /^ SQL for .*\.$/.test(first.value);
          if (!isSaid)
            context.report({ node, message: 'The first line says why: // SQL for <what Prisma cannot do>.' });
        },
      }),
    },
    'constant-case': restrict(
      'A constant is named in camelCase, or PascalCase for what is called with new or as a component.',
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator > Identifier.id[name=/[A-Z].*_|_.*[A-Z]/]',
    ),
  },
};
