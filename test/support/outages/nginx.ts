import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { eventually } from '../service/eventually.js';
import { freePort } from '../http/http.js';
import { killWithChildren } from './server-programs.js';

const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Runs nginx with the project's `deploy/nginx.conf` in front of two processes of the service, on a free port and without TLS. */
export class Nginx {
  private constructor(
    private child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** Whether there is an `nginx` to start. */
  static isInstalled(): boolean {
    return executablePath() !== undefined;
  }

  /**
   * Starts nginx in front of two processes of the service.
   * @param ports the ports of the service's processes on this machine.
   */
  static async start(ports: readonly [number, number]): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const port = await freePort();
    for (const name of folders) await mkdir(join(folder, name));
    await writeFile(
      join(folder, 'nginx.conf'),
      `${mainConfiguration}http {\n${paths}\n${await serverFor(port, ports)}}\n`,
    );
    const nginx = new Nginx(startIn(folder), folder, port);
    await eventually(async () => nginx.child.exitCode !== null || (await isAnswering(nginx.baseUrl)));
    if (nginx.child.exitCode !== null) throw new Error(`nginx did not start: ${await nginx.errors()}`);
    return nginx;
  }

  /** Kills nginx with its worker process, and with them all connections. */
  async kill(): Promise<void> {
    await killWithChildren(this.child);
  }

  /** Starts it again on the same port after a kill. */
  restart(): void {
    this.child = startIn(this.folder);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The error log of nginx, which has the failures of the processes behind it. */
  async errors(): Promise<string> {
    return readFile(join(this.folder, 'error.log'), 'utf8');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true });
  }
}

function startIn(folder: string): ChildProcess {
  return spawn(executablePath() ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
}

/** If root starts nginx, its workers must run as root, too: their usual account cannot read the folder of the test. */
const account = process.getuid?.() === 0 ? 'user root;\n' : '';

const mainConfiguration = `${account}daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log info;
events {}
`;

const paths = ['access_log off;', ...folders.map((name) => `${name}_temp_path ${name};`)].join('\n');

/** The text of `deploy/nginx.conf` with other ports and without TLS, because the test has no certificate. */
async function serverFor(port: number, [first, second]: readonly [number, number]): Promise<string> {
  const text = await readFile(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  const replacements = [
    ['server 127.0.0.1:3000 ', `server 127.0.0.1:${first} `],
    ['server 127.0.0.1:3001 ', `server 127.0.0.1:${second} `],
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    ['ssl_certificate /etc/nginx/tls/fullchain.pem;', ''],
    ['ssl_certificate_key /etc/nginx/tls/privkey.pem;', ''],
  ] as const;
  return replacements.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
    return before.replaceAll(from, to);
  }, text);
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The path of nginx. Debian installs it in /usr/sbin, which is not in the PATH of many accounts. */
function executablePath(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'nginx'));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
