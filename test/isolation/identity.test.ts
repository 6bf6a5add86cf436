import { describe, expect, test } from "vitest";
import { GIVEN, HARNESSES, runScript } from "./own-process.ts";

const SAYS: Readonly<Record<string, string>> = {
	"whoami; id": "agent\nuid=1000(agent) gid=1000(agent) groups=1000(agent)\n",
	"getent passwd 1000; getent group 1000; echo ~; hostname": "agent:x:1000:1000:agent:$HOME:/bin/sh\nagent:x:1000:\n$HOME\nsandbox\n",
	"cat /etc/hostname /etc/hosts /etc/machine-id": `sandbox\n127.0.0.1 localhost sandbox\n::1 localhost\n${"0".repeat(32)}\n`,
	"stat -c '%U %G' . ~ /tmp /usr": "agent agent\nagent agent\nagent agent\nnobody nogroup\n",
	"git init -q -b main && git status --porcelain && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git log --format=%s":
		"x\n",
	"npm whoami --offline 2>&1 | grep -c EACCES; npm config get cache": "0\n$HOME/.npm\n",
	"python3 -c 'import getpass, os; print(getpass.getuser(), os.path.expanduser(\"~\"))'": "agent $HOME\n",
	"echo a > /dev/stderr; echo b | tee /dev/stderr; echo c >> /dev/stdout": "a\nb\nb\nc\n",
	"ulimit -u; ulimit -c": "512\n0\n",
	[`[ -d /proc/self/fd/${GIVEN} ] || echo closed`]: "closed\n",
	"pwd; echo $WORKSPACE $HOME $TMPDIR": "$WORKSPACE\n$WORKSPACE $HOME $TMPDIR\n",
	"assay-nonesuch; kill -TERM $$": "bash: line 1: assay-nonesuch: command not found\n",
};

describe.each(HARNESSES)("in a sandbox that %s started", (_, user) => {
	test.each(Object.entries(SAYS))("%s says the same as on every machine", async (line, output) => {
		expect(await runScript(new URL("./identity-runner.ts", import.meta.url), user, [line])).toEqual({
			printed: output,
			complaints: "",
			end: 0,
		});
	});
});
