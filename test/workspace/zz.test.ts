import { test } from "vitest";
import { performance } from "node:perf_hooks";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { rm, cp, mkdir } from "node:fs/promises";
import { makeFixture, SHAPES } from "/work/shared/bench/fixtures/make.mjs";
import { stageWorkspace } from "../../src/workspace/stage.ts";
import { takeManifest } from "../../src/workspace/manifest.ts";
import { inspectFixture } from "../../src/workspace/fixture.ts";
const exec=promisify(execFile);
const med=async(n:string,k:number,f:()=>Promise<unknown>)=>{const t:number[]=[];for(let i=0;i<k;i++){const a=performance.now();await f();t.push(performance.now()-a);}t.sort((a,b)=>a-b);console.log(n,t[k>>1]!.toFixed(2),"p95",t[Math.floor(k*.95)]!.toFixed(2));};
test("x", async()=>{
 for (const shape of ["small","large"] as const) {
 await rm("/tmp/fx",{recursive:true,force:true}); await mkdir("/tmp/fx"); await makeFixture("/tmp/fx",(SHAPES as any)[shape]);
 const k = shape==="small"?60:3;
 const ws:any[]=[];
 for (let r=0;r<2;r++){
 await med("stage "+shape,k,async()=>{ws.push(await stageWorkspace({fixture:"/tmp/fx"}))});
 await med("dispose",k,async()=>{await ws.pop().dispose()});
 let i=0; await mkdir("/tmp/cpa",{recursive:true});
 await med("cp -a",k,async()=>{await exec("cp",["-a","/tmp/fx",`/tmp/cpa/${r}-${i++}`])});
 await med("fs.cp",k,async()=>{await cp("/tmp/fx",`/tmp/cpa/${r}-${i++}`,{recursive:true,verbatimSymlinks:true})});
 await rm("/tmp/cpa",{recursive:true}); }
 const w=await stageWorkspace({fixture:"/tmp/fx"});
 await med("manifest",k,()=>takeManifest(w.root,["node_modules"]));
 await med("inspect",k,()=>inspectFixture("/tmp/fx"));
 const a=performance.now(); await Promise.all(Array.from({length:k},async()=>{const w=await stageWorkspace({fixture:"/tmp/fx"}); ws.push(w)})); console.log("parallel stage each",(performance.now()-a)/k); await Promise.all(ws.map(w=>w.dispose())); ws.length=0;
 await w.dispose(); }
},600000);
