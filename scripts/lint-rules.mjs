// The project's own lint rules, which `.oxlintrc.json` uses. They say which files may read the environment, open sessions
// of PostgreSQL, call Prisma and contain SQL, and check that comments name parameters and links that exist.

const statement =
  '/^\\s*(select|insert into|update [a-z$]|delete from|with [a-z]+ as|create (temp )?table|declare|fetch|set local|begin|commit|rollback|listen|analyze)\\b/';
const sql =
  'SQL is allowed only in .reader files, for prepared reads of a request or a run, and in .sql files, whose first line says why. Move it.';

/** A rule that reports every node that one of the ESLint selectors finds. */
function restrict(message, ...selectors) {
  const create = (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })]));
  return { create };
}

/** The code that a comment describes: the largest node that begins right after the comment, such as a whole method. */
function describedBy(comment, sourceCode) {
  const token = sourceCode.getTokenAfter(comment);
  if (token === null) return null;
  let node = sourceCode.getNodeByRangeIndex(token.range[0]);
  while (node.parent.range[0] === token.range[0] && node.parent.type !== 'Program') node = node.parent;
  return node;
}

/** The function or function type that a node is or declares; undefined if there is none. */
function functionOf(node) {
  if (!node || Array.isArray(node.params)) return node ?? undefined;
  return functionOf(
    node.declaration ?? node.declarations?.[0].init ?? node.value ?? node.typeAnnotation ?? node.expression,
  );
}

function namesOf(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'TSParameterProperty':
      return namesOf(pattern.parameter);
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesOf(property.value ?? property.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf);
    default:
      return [];
  }
}

export default {
  meta: { name: 'project' },
  rules: {
    environment: restrict(
      'The environment is read only in src/platform/config/config.ts. Add the variable there.',
      "MemberExpression[object.name='process'][property.name='env']",
    ),
    session: restrict(
      'Sessions and pools are opened by the functions of src/platform/database/sessions.ts. Call one of them.',
      "NewExpression[callee.object.name='pg'][callee.property.name=/^(Client|Pool)$/]",
    ),
    prisma: restrict(
      'Prisma is called only in .repository files. Move the call.',
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
    /**
     * The first line of a `.sql.ts` file must begin to say why the file needs SQL: `// SQL for row locks in a fixed order.`, or
     * `// This file uses SQL because Prisma cannot express a fair claim as one statement.`
     */
    'sql-reason': {
      create: (context) => ({
        Program(node) {
          const [first] = context.sourceCode.getAllComments();
          const isSaid =
            first?.loc.start.line === 1 &&
            /^ (?:SQL|This file uses SQL) (?:for|because|so that|that) /.test(first.value);
          if (!isSaid)
            context.report({
              node,
              message:
                'The first line of a .sql file must say why: // This file uses SQL because <what Prisma cannot do>.',
            });
        },
      }),
    },
    /**
     * `@param` must name a parameter of the function below, or a variable into which a parameter is destructured. If the tag has a type, as
     * in JavaScript, the compiler checks the name.
     */
    'documented-parameters': {
      create: (context) => ({
        Program() {
          const { sourceCode } = context;
          for (const comment of sourceCode.getAllComments()) {
            const documented = [...comment.value.matchAll(/@param\s+(\w+)/g)].map(([, name]) => name);
            if (documented.length === 0) continue;
            const names = functionOf(describedBy(comment, sourceCode))?.params.flatMap(namesOf) ?? [];
            for (const name of documented.filter((each) => !names.includes(each)))
              context.report({
                loc: comment.loc,
                message: `@param ${name}: the function below has no such parameter.`,
              });
          }
        },
      }),
    },
    /**
     * A link in a comment must name something that the file declares or imports, or a member of a class or interface in it. Then
     * editors can follow it.
     */
    'documented-links': {
      create(context) {
        const members = new Set();
        return {
          ':matches(ClassBody, TSInterfaceBody) > *': ({ key }) => members.add(key?.name),
          'Program:exit'() {
            const { sourceCode } = context;
            const isDeclared = (name) =>
              members.has(name) || sourceCode.scopeManager.scopes.some(({ set }) => set.has(name));
            for (const comment of sourceCode.getAllComments())
              for (const [, name] of comment.value.matchAll(/\{@link\s+(?!https?:)(\w+)/g))
                if (!isDeclared(name))
                  context.report({
                    loc: comment.loc,
                    message: `{@link ${name}}: the file neither declares nor imports it.`,
                  });
          },
        };
      },
    },
    'constant-case': restrict(
      'Name a constant in camelCase, or in PascalCase if it is called with new or is a component.',
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator > Identifier.id[name=/[A-Z].*_|_.*[A-Z]/]',
    ),
  },
};
