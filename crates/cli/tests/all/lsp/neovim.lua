-- A session of Neovim with the language server: every step waits for the one before.
local function wait_for(what, happened)
  assert(vim.wait(120000, happened, 20), "no " .. what)
end

local function session()
  vim.cmd("edit main.lp")
  local client = vim.lsp.start_client({
    name = "groundplan",
    cmd = { vim.env.GROUNDPLAN, "lsp" },
    root_dir = vim.fn.getcwd(),
  })
  assert(client, "no server")
  vim.lsp.buf_attach_client(0, client)
  wait_for("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    io.stderr:write(found.message .. "\n")
  end
  vim.api.nvim_buf_set_lines(0, 2, 3, true, {})
  wait_for("end of the diagnostics", function() return #vim.diagnostic.get(0) == 0 end)
  local line = vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]
  vim.api.nvim_win_set_cursor(0, { 2, line:find("edge") - 1 })
  vim.lsp.buf.rename("arc")
  wait_for("renamed predicate", function()
    return vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]:find("arc") ~= nil
  end)
  -- Versions before 0.8 have only the first of these functions.
  local format = vim.lsp.buf.formatting_sync or function(_, time)
    vim.lsp.buf.format({ timeout_ms = time })
  end
  format(nil, 120000)
  vim.cmd("wall")
  vim.lsp.stop_client(client)
end

local is_done, why = pcall(session)
if not is_done then
  io.stderr:write(tostring(why) .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
